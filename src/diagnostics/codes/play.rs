super::codes! {}
