//! An app is asked for once, and again when it wants more (SEC-06, PRM-05, CSP-08, CSP-10).

use std::path::Path;

use askance_host::app::consent::Consents;
use askance_host::config::ServerSpec;
use askance_host::view::{Answer, AppConsent, AppFeature, AppPart, AppState, AppsPolicy, QuestionState};
use serde_json::{Value, json};

use super::{Desk, app, instance, page};
use crate::bench::{end, json_answer};
use crate::fake::Act;

// SEC-06, CSP-08, CSP-10, CSP-11
#[tokio::test(flavor = "multi_thread")]
async fn the_first_app_is_read_and_waits() {
    let mut desk = Desk::new().await;
    let (task, question, wider) = desk.asked("reach").await;
    let (instance, seen) = (instance(&question), page(&question));
    assert_eq!((wider.len(), desk.opened()), (0, 0), "nothing of it is loaded");
    assert_eq!((seen.uri.as_str(), seen.allowed_at, seen.developer), ("ui://p/reach", None, false));
    assert_eq!((seen.asks.len(), seen.asks[0].granted), (1, false));
    assert_eq!(
        (seen.asks[0].feature, seen.asks[0].hosts.as_slice()),
        (AppFeature::Connect, &["a.example".to_owned()][..])
    );
    assert!(seen.policy.contains("connect-src https://a.example; "));
    let source = desk.bench.host.app_source(instance).unwrap();
    assert!(source.contains(">reach<") && seen.bytes as usize == source.len());
    desk.consent(&question, AppConsent::Once);
    let shown = desk.live(&question).await;
    assert!(shown.allowed_at.is_some() && shown.changed.is_empty(), "also what was allowed once");
    assert!(desk.log.lock().unwrap().opened[0].csp.contains("connect-src https://a.example; "));
    assert_eq!(desk.bench.host.app_source(instance).unwrap(), source, "also while it runs");
    assert_eq!(desk.bench.host.consent_to_app(instance, AppConsent::Always).unwrap_err().code, "app.unknown");
    assert_eq!(desk.consents_of(&question), ["asked", "once"]);
    desk.refuse(&task, &question).await;
    let (_, question, _) = desk.asked("reach").await;
    desk.bench.host.answer(&question.id, Answer::Decline).unwrap();
    desk.bench.host.close().await;
    assert_eq!(desk.bench.host.app_source(instance).unwrap_err().code, "app.unknown");
    assert_eq!(desk.opened(), 1, "an answer in the window leaves the app unloaded");
}

// SEC-06: asked again when the policy widens, and only then.
#[tokio::test(flavor = "multi_thread")]
async fn always_holds_until_an_app_wants_more() {
    let mut desk = Desk::new().await;
    let (task, question, _) = desk.asked("reach").await;
    desk.consent(&question, AppConsent::Always);
    assert!(desk.live(&question).await.allowed_at.is_some());
    desk.refuse(&task, &question).await;
    for (tool, is_that_one) in [("reach", true), ("again", false), ("plain", false)] {
        let (task, question) = desk.shown(tool).await;
        assert_eq!(page(&question).allowed_at.is_some(), is_that_one, "{tool}");
        assert_eq!(desk.consents_of(&question), ["remembered"]);
        desk.refuse(&task, &question).await;
    }
    let (task, question, wider) = desk.asked("more").await;
    assert_eq!(wider, ["reach b.example", "use the camera"]);
    assert_eq!(page(&question).asks.len(), 2);
    desk.consent(&question, AppConsent::Always);
    desk.live(&question).await;
    desk.refuse(&task, &question).await;
    for tool in ["more", "reach"] {
        let (task, question) = desk.shown(tool).await;
        assert!(page(&question).allowed_at.is_some(), "{tool}");
        desk.refuse(&task, &question).await;
    }
    desk.bench.host.forget_app_consent("desk").unwrap();
    desk.asked("reach").await;
    desk.bench.host.close().await;
}

// RES-12: an app that is another one than the person last allowed, for good or once, is said to be one.
#[tokio::test(flavor = "multi_thread")]
async fn a_changed_app_is_said_to_be_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("consents.json");
    let mut desk = Desk::of(Act::Wait, Consents::load(&file).0, |_| ()).await;
    for tool in ["reach", "again"] {
        let (task, question, _) = desk.asked(tool).await;
        assert_eq!((page(&question).allowed_at, page(&question).changed), (None, vec![]));
        desk.consent(&question, AppConsent::Once);
        desk.live(&question).await;
        desk.refuse(&task, &question).await;
        let (task, question, _) = desk.asked(tool).await;
        assert!(page(&question).allowed_at.is_some() && page(&question).changed.is_empty(), "the same again");
        desk.refuse(&task, &question).await;
    }
    let mut kept: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    kept["servers"]["desk"]["apps"]["ui://p/reach"]["sha256"] = "another".into();
    kept["servers"]["desk"]["apps"]["ui://p/again"]["policy"] = "another".into();
    std::fs::write(&file, kept.to_string()).unwrap();
    let origin = desk.peer.spec("desk").origin;
    let mut later = Desk::of(Act::Wait, Consents::load(&file).0, |new| new.origin = origin).await;
    let (task, question, wider) = later.asked("reach").await;
    assert_eq!((page(&question).changed, wider.len()), (vec![AppPart::Document], 0));
    later.consent(&question, AppConsent::Always);
    assert_eq!(later.live(&question).await.changed, [], "as it was just allowed");
    later.refuse(&task, &question).await;
    let (task, question) = later.shown("again").await;
    assert_eq!(page(&question).changed, [AppPart::Policy], "said while it runs, and not asked for");
    later.refuse(&task, &question).await;
    for desk in [desk, later] {
        desk.bench.host.close().await;
    }
}

// SEC-06: for the server that was allowed, and no other of its name.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_allowed_outlives_the_program_but_not_a_changed_entry() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("consents.json");
    let load = || {
        let (consents, problem) = Consents::load(&file);
        assert_eq!(problem, None);
        consents
    };
    let mut desk = Desk::of(Act::Wait, load(), |_| ()).await;
    let (_, question, _) = desk.asked("more").await;
    desk.consent(&question, AppConsent::Always);
    desk.live(&question).await;
    desk.bench.host.close().await;
    let spec = desk.peer.spec("desk");
    let mut same = Desk::of(Act::Wait, load(), |new| new.origin = spec.origin.clone()).await;
    same.shown("more").await;
    same.bench.host.close().await;
    // Another script is another program.
    let mut other = Desk::of(Act::Wait, load(), |_| ()).await;
    other.asked("more").await;
    other.bench.host.close().await;
    let mut renamed = Desk::of(Act::Wait, load(), |new| new.origin = spec.origin.clone()).await;
    renamed.bench.host.remove_server("desk").unwrap();
    renamed.bench.ready(vec![ServerSpec { name: "other".to_owned(), apps: AppsPolicy::Ask, ..spec }]).await;
    renamed.bench.call("other", "more");
    renamed
        .bench
        .until("the request for consent", |all| {
            all.questions.iter().find_map(|q| matches!(app(q)?.state, AppState::Consent { .. }).then_some(()))
        })
        .await;
    renamed.bench.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_cannot_be_written_is_said_and_costs_nothing() {
    let folder = tempfile::NamedTempFile::new().unwrap();
    let file: &Path = &folder.path().join("consents.json");
    let mut desk = Desk::of(Act::Wait, Consents::load(file).0, |_| ()).await;
    let (task, question, _) = desk.asked("reach").await;
    let said = desk.bench.host.consent_to_app(instance(&question), AppConsent::Always);
    assert_eq!(said.unwrap_err().code, "consent.not-written");
    desk.live(&question).await;
    desk.refuse(&task, &question).await;
    let (task, question, _) = desk.asked("more").await;
    let said = desk.bench.host.consent_to_app(instance(&question), AppConsent::Always);
    assert_eq!(said.unwrap_err().code, "consent.not-written");
    desk.refuse(&task, &question).await;
    for tool in ["reach", "more"] {
        let (task, question) = desk.shown(tool).await;
        desk.refuse(&task, &question).await;
    }
    desk.bench.host.close().await;
}

// APP-41: a form by choice.
#[tokio::test(flavor = "multi_thread")]
async fn never_is_this_questions_form_without_a_note() {
    let mut desk = Desk::new().await;
    let (task, question, _) = desk.asked("reach").await;
    desk.consent(&question, AppConsent::Never);
    let form = desk.bench.form(&question.id).await;
    assert_eq!((form.fallback, form.state), (None, QuestionState::Waiting));
    desk.bench.host.answer(&question.id, json_answer(&json!({ "confirmed": true }))).unwrap();
    end(&task).await.unwrap();
    assert_eq!(desk.consents_of(&question), ["asked", "never"]);
    let (task, question, _) = desk.asked("reach").await;
    desk.bench.host.use_standard_form(&question.id).unwrap();
    assert_eq!(desk.bench.form(&question.id).await.fallback, None);
    desk.refuse(&task, &question).await;
    desk.asked("reach").await;
    desk.bench.host.close().await;
    assert_eq!(desk.opened(), 0);
}

// PRM-04, PRM-05, CSP-09
#[tokio::test(flavor = "multi_thread")]
async fn devices_are_granted_with_the_consent_that_names_them() {
    for always in [false, true] {
        let mut desk = Desk::new().await;
        if always {
            desk.bench.host.set_apps("desk", AppsPolicy::Always, false).unwrap();
        }
        let question = if always {
            desk.shown("more").await.1
        } else {
            let (_, question, _) = desk.asked("more").await;
            assert!(page(&question).asks.iter().any(|ask| ask.feature == AppFeature::Camera && !ask.granted));
            desk.consent(&question, AppConsent::Once);
            question
        };
        assert!(desk.live(&question).await.asks.iter().any(|ask| ask.feature == AppFeature::Camera));
        assert_eq!(desk.log.lock().unwrap().opened[0].allow, "camera");
        desk.bench.host.close().await;
    }
}
