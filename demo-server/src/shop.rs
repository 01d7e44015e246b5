//! The shop's tools: what each is called, and what it does next with the answers so far.
use serde_json::{Map, Value, json};

use crate::apps::HOURS;
use crate::dialogue::{Answers, Step};
use crate::questions;

/// The days, the first of the week first.
const DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// The entries of `tools/list`.
pub(crate) fn listing() -> Value {
    let none = json!({"type": "object", "properties": {}, "additionalProperties": false});
    let hours = json!({
        "type": "object",
        "properties": {"day": {"type": "string", "title": "Day", "enum": DAYS, "default": "saturday"}},
        "additionalProperties": false,
    });
    let tool = |name: &str, title: &str, description: &str, schema: &Value| json!({"name": name, "title": title, "description": description, "inputSchema": schema});
    let mut opening_hours = tool(
        "opening_hours",
        "Opening hours",
        "Asks nothing. Shows when the shop is open, in a view of its own.",
        &hours,
    );
    opening_hours["annotations"] = json!({"readOnlyHint": true});
    opening_hours["_meta"] = json!({"ui": {"resourceUri": HOURS.uri}});
    json!([
        tool("choose_plant", "Choose a plant", "Shows what is on the shelf and lets you pick one.", &none),
        tool("send_plant", "Send a plant", "Asks for the plant, then for a time to bring it.", &none),
        tool("wrap_gift", "Wrap a gift", "Asks two things at once: the card and the pot.", &none),
        tool("join_club", "Join the club", "A membership card, filled in as a standard form.", &none),
        tool("ask_gardener", "Ask the gardener", "Its app is broken on purpose: the standard form steps in.", &none),
        opening_hours,
    ])
}

/// What the tool does next; `None` if the shop has no such tool.
///
/// A pure function of what was given so far: it holds in both generations, whoever carries the answers.
pub(crate) fn step(tool: &str, arguments: &Map<String, Value>, answers: &Answers) -> Option<Step> {
    Some(match tool {
        "choose_plant" => match answers.accepted("plant") {
            None => answers.ask_or_end(vec![questions::plant("Which plant would you like on your windowsill?")]),
            Some(plant) => Step::Done(format!("One {} for you. It stands at the counter.", word(plant, "plant"))),
        },
        "send_plant" => send_plant(answers),
        "wrap_gift" => match (answers.accepted("card"), answers.accepted("pot")) {
            (Some(card), Some(pot)) => Step::Done(format!(
                "A {} pot of {} cm, with a card for {}.",
                word(pot, "glaze"),
                pot["diameter"],
                word(card, "to")
            )),
            _ => answers.ask_or_end(vec![questions::card(), questions::pot()]),
        },
        "join_club" => match answers.accepted("membership") {
            None => answers.ask_or_end(vec![questions::membership()]),
            Some(membership) => Step::Done(format!("Welcome, {}. Your card is ready.", word(membership, "name"))),
        },
        "ask_gardener" => match answers.accepted("trouble") {
            None => answers.ask_or_end(vec![questions::trouble()]),
            Some(trouble) if trouble["watered"] == json!(false) => Step::Done("Water it first.".to_owned()),
            Some(_) => Step::Done("More light, less water, and give it a week.".to_owned()),
        },
        "opening_hours" => {
            let day = arguments.get("day").and_then(Value::as_str).unwrap_or("saturday");
            Step::Shown(sentence(day), json!({"day": day, "week": DAYS.map(hours)}))
        }
        _ => return None,
    })
}

/// Two rounds: the second question is about the answer to the first.
fn send_plant(answers: &Answers) -> Step {
    let Some(plant) = answers.accepted("plant") else {
        return answers.ask_or_end(vec![questions::plant("Which plant shall we send?")]);
    };
    let plant = word(plant, "plant");
    match answers.accepted("time") {
        None => answers.ask_or_end(vec![questions::delivery(format!("When shall we bring the {plant}?"))]),
        Some(time) => {
            Step::Done(format!("The {plant} comes on {} in the {}.", day(word(time, "day")), word(time, "period")))
        }
    }
}

fn sentence(day: &str) -> String {
    match day {
        "sunday" => "Closed on Sunday. The plants rest.".to_owned(),
        "saturday" => "On Saturday from 9 to 13.".to_owned(),
        _ => "From 9 to 18, with a break when the soup is ready.".to_owned(),
    }
}

/// The same for a drawing; nothing but the name of a day when the shop is closed.
fn hours(day: &str) -> Value {
    match day {
        "sunday" => json!({"day": day}),
        "saturday" => json!({"day": day, "open": 9, "close": 13}),
        _ => json!({"day": day, "open": 9, "close": 18}),
    }
}

/// A member of an answer as a word in a sentence. Clients check answers, but a server can't rely on that.
fn word<'a>(content: &'a Value, member: &str) -> &'a str {
    content[member].as_str().unwrap_or("nameless one")
}

fn day(short: &str) -> &str {
    match short {
        "mon" => "Monday",
        "tue" => "Tuesday",
        "wed" => "Wednesday",
        "thu" => "Thursday",
        "fri" => "Friday",
        "sat" => "Saturday",
        other => other,
    }
}
