//! 0600–0699: probable mistakes, and texts that differ from their rules.

super::declaration::codes! {
    UNUSED = CW0600, "unused declaration";
    TEXT_NUMBER = CW0601, "text and rule say different numbers";
    TEXT_WORD = CW0602, "text and rule speak of different things";
    NEEDLESS_UNCHECKED = CW0603, "needlessly unchecked";
    NO_WORDS = CW0604, "rule without words";
    NOT_TRANSLATED = CW0605, "not translated";
    UNKNOWN_TRANSLATION = CW0606, "translation of nothing";
    STALE_TRANSLATION = CW0607, "stale translation";
    NO_SUCH_LANGUAGE = CW0608, "no such language";
    SHADOWED = CW0609, "hidden variable";
    CLAIMED_TWICE = CW0610, "component that begins in several zones";
    SETUP_REFUSED = CW0611, "setup that can never be played";
    SAME_SIDES = CW0612, "comparison of a value with itself";
    END_WITHOUT_HOLDER = CW0613, "state that never begins anew";
    NAMES_HIDDEN = CW0614, "state that names what nobody sees";
    NEVER_SAME = CW0615, "comparison of kinds that have nothing in common";
    TEXT_UNREAD = CW0616, "text not read beside its rule";
    KEYWORD_REPLACED = CW0617, "keyword's rule that does not hold";
    SAME_ON_PAPER = CW0618, "cards that look the same";
    DECIDED = CW0619, "comparison that its range decides";
}
