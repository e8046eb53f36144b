super::declaration::codes! {
    BAD_ENTRY = CW0870, "entry that cannot take part";
    BAD_RESULT = CW0871, "result of no such match";
    NO_MATCHES = CW0872, "game without matches";
    NOT_KEPT = CW0873, "result that cannot be kept";
}
