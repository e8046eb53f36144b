//! Names as they are compared.

/// Normalises a name for comparison: ignores case, accents and apostrophes, and treats a space, `_` and `-`
/// between words alike.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut gap = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        // A minus sign is not a hyphen.
        let minus = matches!(c, '-' | '\u{2212}')
            && folded.is_empty()
            && chars.peek().is_some_and(char::is_ascii_digit);
        if minus {
            folded.push('-');
        } else if c.is_whitespace() || matches!(c, '_' | '-' | '\u{2010}'..='\u{2015}') {
            gap = !folded.is_empty();
        } else if matches!(
            c,
            '\'' | '’' | '‘' | '`' | '"' | '“' | '”' | '.' | ',' | '!' | '?' | '\u{300}'..='\u{36f}'
        ) {
            // Dropped.
        } else {
            if gap {
                folded.push(' ');
                gap = false;
            }
            for c in c.to_lowercase() {
                match plain(c) {
                    Some(plain) => folded.push_str(plain),
                    None => folded.push(c),
                }
            }
        }
    }
    folded
}

/// Returns a Latin letter without its accent.
fn plain(c: char) -> Option<&'static str> {
    Some(match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' => "a",
        'æ' => "ae",
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => "c",
        'ď' | 'đ' | 'ð' => "d",
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => "e",
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => "g",
        'ĥ' | 'ħ' => "h",
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => "i",
        'ĵ' => "j",
        'ķ' => "k",
        'ĺ' | 'ļ' | 'ľ' | 'ł' => "l",
        'ñ' | 'ń' | 'ņ' | 'ň' => "n",
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' => "o",
        'œ' => "oe",
        'ŕ' | 'ŗ' | 'ř' => "r",
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => "s",
        'ß' => "ss",
        'ţ' | 'ť' | 'ŧ' | 'ț' => "t",
        'þ' => "th",
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => "u",
        'ŵ' => "w",
        'ý' | 'ÿ' | 'ŷ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        _ => return None,
    })
}
