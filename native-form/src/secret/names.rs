//! Which names and descriptions ask for a secret (A17).

/// Words that name a secret on their own.
const SECRETS: &[&str] = &[
    "password",
    "passwords",
    "passwd",
    "passphrase",
    "passcode",
    "passkey",
    "pwd",
    "secret",
    "secrets",
    "token",
    "jwt",
    "kennwort",
    "passwort",
    "contraseña",
    "contrasena",
    "apikey",
    "credential",
    "credentials",
    "otp",
    "totp",
    "pin",
    "cvv",
    "cvc",
    "csc",
    "ssn",
    "iban",
    "mnemonic",
    "pat",
];
/// Words that do so only as a whole: others end like them.
const ALONE: &[&str] = &["bearer"];
/// Words that do so side by side; of the second there may be more than one.
const PAIRS: &[[&str; 2]] = &[
    ["api", "key"],
    ["access", "key"],
    ["access", "token"],
    ["auth", "token"],
    ["private", "key"],
    ["secret", "key"],
    ["signing", "key"],
    ["ssh", "key"],
    ["encryption", "key"],
    ["card", "number"],
    ["cc", "number"],
    ["credit", "card"],
    ["debit", "card"],
    ["card", "no"],
    ["security", "code"],
    ["account", "number"],
    ["one", "time"],
    ["recovery", "code"],
    ["seed", "phrase"],
    ["pass", "word"],
    ["pass", "phrase"],
    ["backup", "code"],
    ["verification", "code"],
    ["auth", "code"],
    ["authorization", "code"],
    ["security", "answer"],
    ["session", "cookie"],
    ["session", "token"],
    ["refresh", "token"],
    ["social", "security"],
];
/// After these a word is about secrets, not one.
const ABOUT: &[&str] = &["count", "limit", "length", "budget", "type", "name", "expiry", "policy"];

/// Before these, or before “of” with these, a word in the plural is counted.
const COUNTS: &[&str] =
    &["max", "maximum", "min", "minimum", "total", "num", "number", "count", "amount", "many", "limit"];
/// What stands before “your” where a description asks for something.
const ASKING: &[&str] = &[
    "please", "enter", "type", "provide", "paste", "give", "write", "insert", "supply", "specify", "set", "use", "put",
    "in", "us", "here", "the", "value", "of", "for", "this", "is", "optional", "required",
];
/// So many words after “your” belong to what is asked for.
const ASKED: usize = 4;

/// Whether a description begins with asking for one of the person's own: “Enter your GitHub password”.
pub(super) fn asks_for_secret(description: &str) -> bool {
    let words = words(description);
    let Some(at) = words.iter().position(|word| word == "your") else { return false };
    let (before, asked) = (&words[..at], words[at + 1..].iter().take(ASKED));
    before.iter().all(|word| ASKING.contains(&word.as_str())) && named_in(&asked.cloned().collect::<Vec<_>>())
}

/// Whether a name, of a key or for people, is that of a secret.
pub(super) fn names_secret(name: &str) -> bool {
    named_in(&words(name))
}

fn named_in(words: &[String]) -> bool {
    let about = |at: usize| words.get(at + 1).is_some_and(|next| ABOUT.contains(&next.as_str()));
    words.iter().enumerate().any(|(at, word)| {
        let named = [SECRETS, ALONE].iter().any(|list| list.contains(&word.as_str())) && !about(at);
        let ends = |secret: &&str| secret.len() > 5 && word.len() > secret.len() && word.ends_with(*secret);
        let next = words.get(at + 1).filter(|next| !(next.ends_with('s') && is_counted(&words[..at])));
        let paired = PAIRS.iter().any(|[one, two]| {
            (one == word && next.is_some_and(|next| is_some(next, two)))
                || word.strip_prefix(one).is_some_and(|rest| is_some(rest, two))
        });
        (named && !(word.ends_with('s') && is_counted(&words[..at])))
            || SECRETS.iter().any(ends)
            || paired
            || (matches!(word.as_str(), "mot" | "mots") && words[at + 1..].starts_with(&["de".into(), "passe".into()]))
    })
}

/// One of them, or more.
fn is_some(word: &str, one: &str) -> bool {
    word == one || word.strip_suffix('s') == Some(one)
}

/// Whether what follows is counted: “max”, “number of”.
fn is_counted(before: &[String]) -> bool {
    let word = match before {
        [.., count, of] if of == "of" => count,
        [.., count] => count,
        [] => return false,
    };
    COUNTS.contains(&word.as_str())
}

/// `cardNumber`, `card_number`, `Card number` and `card2number` are the same two words. Only the beginning of a long text
/// counts.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut lower = false;
    for c in name.chars().take(400) {
        let starts = c.is_uppercase() && lower;
        lower = c.is_lowercase();
        if starts || !c.is_alphabetic() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut()
            && c.is_alphabetic()
        {
            word.extend(c.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    // A17
    #[test]
    fn secrets_by_name() {
        for name in [
            "password",
            "api_key",
            "apiKey",
            "API key",
            "card_number",
            "Credit card",
            "otp",
            "GitHub token",
            "dbPassword",
            "password2",
            "newPassword1",
            "passwords",
            "userpassword",
            "cardnumber",
            "cc_number",
            "ccNumber",
            "creditcard",
            "card_numbers",
            "authtoken",
            "accesstoken",
            "secretkey",
            "privatekey",
            "cvv2",
            "passkey",
            "API keys",
            "apiKeys",
            "Access tokens",
            "Secrets",
            "client_secrets",
            "Private keys",
            "JWT",
            "Bearer",
            "Auth code",
            "Authorization code",
            "Security answer",
            "Session cookie",
            "List of API keys",
            "Kennwort",
            "Benutzerpasswort",
            "Mot de passe",
            "Contraseña",
        ] {
            assert!(names_secret(name), "{name}");
        }
        for name in [
            "name",
            "tokens",
            "token_count",
            "key",
            "keys",
            "keyboard",
            "spin",
            "passenger",
            "max_tokens",
            "Number of tokens",
            "Number of API keys",
            "maxSecrets",
            "Tokenizer",
            "Secretary",
            "Passwordless",
            "Pallbearer",
            "Security question",
            "Authorization",
            "Cookie",
            "Mot",
            "card",
            "",
        ] {
            assert!(!names_secret(name), "{name}");
        }
    }
    // A17: “Value” tells nothing where the description does.
    #[test]
    fn secrets_by_description() {
        for text in ["Your GitHub password", "Please enter your personal access token.", "your API key for the shop"] {
            assert!(asks_for_secret(text), "{text}");
        }
        for text in [
            "Never send us your password",
            "Do not write your password here",
            "The name beside your password",
            "The name of your API key",
            "Your GitHub user name",
            "Your number of tokens",
            "How your text is split by the tokenizer",
            "The password",
            "",
        ] {
            assert!(!asks_for_secret(text), "{text}");
        }
    }
}
