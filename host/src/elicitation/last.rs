//! “Offer my last answer again”: what was sent last to the same question, kept as long as the person wants it (issue
//! 3). The same server by name and origin, the same tool, the same schema; never a secret (ELI-11). The file says of a
//! question no more than its hash.

use std::fs;
use std::io::{self, Read as _};
use std::path::PathBuf;
use std::sync::Mutex;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use native_form::{Draft, DraftValue};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::lock;
use crate::config;
use crate::view::Asker;

/// Answers that are kept; the one that was sent longest ago goes first.
const MAX_ANSWERS: usize = 200;
/// A longer answer, as JSON, is not kept.
const MAX_ANSWER_BYTES: usize = 64 * 1024;
/// What those two amount to, pretty-printed, at the most; a larger file was not written here.
const MAX_FILE_BYTES: u64 = 64 * 1024 * 1024;

/// Which question an answer belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Key(String);

impl Key {
    /// `of` is what the task calls, where that is known.
    pub(super) fn of(asker: &Asker, of: Option<&str>, schema: &Value) -> Self {
        let text = serde_json::to_string(&(&asker.server, &asker.origin, of, schema)).unwrap_or_default();
        Self(URL_SAFE_NO_PAD.encode(Sha256::digest(text)))
    }
}

/// One answer without its secrets.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    question: Key,
    draft: Draft,
}

/// The file's form.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Answers {
    /// The one sent last stands last.
    answers: Vec<Kept>,
}

/// The last answers. The file is all there is: another Askance may write it too.
pub struct LastAnswers {
    /// None where nothing can be kept.
    file: Option<PathBuf>,
    /// Whether the person wants them kept; held while the file is worked on.
    wanted: Mutex<bool>,
}

impl LastAnswers {
    /// In that file. Where the person does not want them kept, it goes.
    pub fn new(file: Option<PathBuf>, wanted: bool) -> Self {
        let last = Self { file, wanted: Mutex::new(wanted) };
        last.want(wanted);
        last
    }

    /// Whether the person wants them kept. Once they do not, those that were kept are gone.
    pub fn want(&self, wanted: bool) {
        let mut now = lock(&self.wanted);
        *now = wanted;
        if !wanted {
            self.forget();
        }
    }

    /// Keeps what was sent, in place of what was sent before.
    pub(super) fn keep(&self, question: &Key, draft: &Draft) {
        let wanted = lock(&self.wanted);
        if !*wanted {
            return;
        }
        let mut answers = self.read();
        answers.retain(|kept| kept.question != *question);
        let fits = serde_json::to_string(draft).is_ok_and(|text| text.len() <= MAX_ANSWER_BYTES);
        if draft.says_something() && fits {
            answers.push(Kept { question: question.clone(), draft: draft.clone() });
        }
        answers.drain(..answers.len().saturating_sub(MAX_ANSWERS));
        if let Err(error) = self.write(&answers) {
            tracing::warn!(%error, "the last answers could not be written");
        }
    }

    /// What was sent last to this question.
    pub(super) fn get(&self, question: &Key) -> Option<Draft> {
        let wanted = lock(&self.wanted);
        if !*wanted {
            return None;
        }
        self.read().into_iter().find(|kept| kept.question == *question).map(|kept| kept.draft)
    }

    /// A damaged file costs the answers in it, nothing else.
    fn read(&self) -> Vec<Kept> {
        let read = || -> io::Result<Answers> {
            let Some(file) = &self.file else { return Ok(Answers::default()) };
            let mut text = String::new();
            fs::File::open(file)?.take(MAX_FILE_BYTES).read_to_string(&mut text)?;
            Ok(serde_json::from_str(&text)?)
        };
        match read() {
            Ok(Answers { answers }) => answers,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => {
                // The kind alone: a parser's words may quote what it met.
                tracing::warn!(kind = ?error.kind(), "the last answers could not be read");
                Vec::new()
            }
        }
    }

    fn write(&self, answers: &[Kept]) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let document = serde_json::json!({ "answers": answers });
        config::replace(file, document.as_object().unwrap_or(&serde_json::Map::new()))
    }

    fn forget(&self) {
        let Some(file) = &self.file else { return };
        match fs::remove_file(file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                tracing::warn!(%error, "the last answers could not be deleted");
            }
            _ => {}
        }
    }
}

/// What of a kept answer still fits the question: a value that does not is left as the form starts with it.
pub(super) fn fitting(form: &native_form::Question, mut draft: Draft) -> Option<Draft> {
    let initial = form.initial();
    if form.form().editor.is_none() {
        if draft.0.len() != initial.0.len() {
            return None;
        }
        let errors = form.draft_to_content(&draft).err().unwrap_or_default();
        for at in errors.iter().filter_map(|error| usize::try_from(error.field?).ok()) {
            if let Some(value) = draft.0.get_mut(at) {
                *value = DraftValue::Untouched;
            }
        }
    }
    draft.says_something().then_some(draft)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use serde_json::json;

    use super::*;
    use crate::view::{Colour, OriginView};

    fn asker(name: &str, argument: &str) -> Asker {
        let argv = vec!["server".to_owned(), argument.to_owned()];
        Asker {
            server: name.to_owned(),
            colour: Colour::Plum,
            origin: OriginView::Local { argv, cwd: None, env: Vec::new() },
        }
    }
    fn key(tool: &str) -> Key {
        Key::of(&asker("A", "x"), Some(tool), &json!({ "type": "object" }))
    }
    fn text(words: &str) -> Draft {
        Draft(vec![DraftValue::Text(words.to_owned())])
    }

    #[test]
    fn an_answer_belongs_to_server_origin_tool_and_schema() {
        let schema = json!({ "type": "object", "properties": { "a": { "type": "string" } } });
        let own = Key::of(&asker("A", "x"), Some("t"), &schema);
        assert_eq!(own, Key::of(&asker("A", "x"), Some("t"), &schema.clone()));
        let other = json!({ "type": "object", "properties": { "a": { "type": "string", "title": "A" } } });
        let others = [
            Key::of(&asker("B", "x"), Some("t"), &schema),
            Key::of(&asker("A", "y"), Some("t"), &schema),
            Key::of(&asker("A", "x"), Some("u"), &schema),
            Key::of(&asker("A", "x"), None, &schema),
            Key::of(&asker("A", "x"), Some("t"), &other),
        ];
        assert!(others.iter().all(|other| *other != own));
    }

    #[test]
    fn answers_outlive_the_program_and_nobody_else_may_read_them() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new").join("last-answers.json");
        let last = LastAnswers::new(Some(file.clone()), true);
        last.keep(&key("a"), &text("first"));
        last.keep(&key("a"), &text("second"));
        last.keep(&key("b"), &text("other"));
        let again = LastAnswers::new(Some(file.clone()), true);
        assert_eq!(again.get(&key("a")), Some(text("second")));
        assert_eq!(again.get(&key("b")), Some(text("other")));
        assert_eq!(again.get(&key("c")), None);
        assert!(!fs::read_to_string(&file).unwrap().contains("server"));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        }
    }

    #[test]
    fn off_means_gone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("last-answers.json");
        let last = LastAnswers::new(Some(file.clone()), false);
        last.keep(&key("a"), &text("unwanted"));
        assert_eq!((last.get(&key("a")), file.exists()), (None, false));
        last.want(true);
        last.keep(&key("a"), &text("wanted"));
        assert!(file.exists());
        last.want(false);
        assert_eq!((last.get(&key("a")), file.exists()), (None, false));
        // Switched off by hand, in the settings' file.
        last.want(true);
        last.keep(&key("a"), &text("wanted"));
        LastAnswers::new(Some(file.clone()), false);
        assert!(!file.exists());
    }

    #[test]
    fn bounds_hold_and_a_damaged_file_costs_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("last-answers.json");
        fs::write(&file, "{\"answers\": [{\"question\": 7}]}").unwrap();
        let last = LastAnswers::new(Some(file.clone()), true);
        for nth in 0..=MAX_ANSWERS {
            last.keep(&key(&nth.to_string()), &text("short"));
        }
        assert_eq!(last.get(&key("0")), None);
        assert_eq!(last.get(&key("1")), Some(text("short")));
        // Too long to keep: what was sent before is not the last answer any more either.
        last.keep(&key("1"), &text(&"x".repeat(MAX_ANSWER_BYTES)));
        assert_eq!(last.get(&key("1")), None);
        for (nth, blank) in [DraftValue::Untouched, DraftValue::Text(String::new()), DraftValue::Choices(vec![])]
            .into_iter()
            .enumerate()
        {
            let key = key(&(nth + 2).to_string());
            last.keep(&key, &Draft(vec![blank]));
            assert_eq!(last.get(&key), None);
        }
        // The empty text as an answer is one (U-06).
        last.keep(&key("5"), &Draft(vec![DraftValue::Empty]));
        assert_eq!(last.get(&key("5")), Some(Draft(vec![DraftValue::Empty])));
        assert_eq!(LastAnswers::new(Some(file), true).get(&key("6")), Some(text("short")));
    }

    #[test]
    fn only_what_still_fits_is_offered() {
        let schema = json!({ "type": "object", "required": ["mail"], "properties": {
            "mail": { "type": "string", "format": "email" },
            "size": { "type": "string", "enum": ["s", "m"] },
        } });
        let form = native_form::Question::read(&schema).question.unwrap();
        let kept = |mail: &str, size| Draft(vec![DraftValue::Text(mail.to_owned()), DraftValue::Choice(size)]);
        assert_eq!(fitting(&form, kept("a@b.example", 1)), Some(kept("a@b.example", 1)));
        let half = Draft(vec![DraftValue::Untouched, DraftValue::Choice(1)]);
        assert_eq!(fitting(&form, kept("nobody", 1)), Some(half));
        assert_eq!(fitting(&form, kept("nobody", 9)), None);
        assert_eq!(fitting(&form, text("a@b.example")), None);
    }
}
