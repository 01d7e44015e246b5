//! What the shop asks: messages and schemas.
use serde_json::{Value, json};

use crate::apps::{self, App};

/// One question: a form elicitation, with an app to answer it in where the shop has one.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    /// The key of its answer.
    pub(crate) key: &'static str,
    message: String,
    schema: Value,
    app: Option<&'static App>,
}

impl Question {
    /// The `params` of its `elicitation/create`; the app is named only to clients that can show it (CAP-05).
    pub(crate) fn params(&self, apps: bool) -> Value {
        let mut params = json!({"mode": "form", "message": self.message, "requestedSchema": self.schema});
        if let Some(app) = self.app.filter(|_| apps) {
            params["_meta"] = json!({"ui": {"resourceUri": app.uri}});
        }
        params
    }
}

/// Which plant, on cards.
pub(crate) fn plant(message: &str) -> Question {
    let plants = titled(&[
        ("fern", "Fern — likes shade"),
        ("cactus", "Cactus — forgives everything"),
        ("basil", "Basil — good on pasta"),
        ("ivy", "Ivy — goes its own way"),
    ]);
    Question {
        key: "plant",
        message: message.to_owned(),
        schema: object(
            &["plant"],
            json!({"plant": {"type": "string", "title": "Plant", "description": "All of them are in good health", "oneOf": plants}}),
        ),
        app: Some(&apps::PLANTS),
    }
}

/// When to come by, as a slot of the week.
pub(crate) fn delivery(message: String) -> Question {
    let days = titled(&[
        ("mon", "Monday"),
        ("tue", "Tuesday"),
        ("wed", "Wednesday"),
        ("thu", "Thursday"),
        ("fri", "Friday"),
        ("sat", "Saturday"),
    ]);
    let periods = titled(&[("morning", "Morning"), ("afternoon", "Afternoon"), ("evening", "Evening")]);
    Question {
        key: "time",
        message,
        schema: object(
            &["day", "period"],
            json!({
                "day": {"type": "string", "title": "Day", "oneOf": days},
                "period": {"type": "string", "title": "Time of day", "oneOf": periods},
            }),
        ),
        app: Some(&apps::WEEK),
    }
}

/// What pot to make.
pub(crate) fn pot() -> Question {
    let glazes = titled(&[
        ("terracotta", "Terracotta"),
        ("moss", "Moss green"),
        ("sky", "Sky blue"),
        ("midnight", "Midnight blue"),
        ("cream", "Cream"),
    ]);
    Question {
        key: "pot",
        message: "What should the pot look like?".to_owned(),
        schema: object(
            &["glaze", "diameter"],
            json!({
                "glaze": {"type": "string", "title": "Glaze", "oneOf": glazes, "default": "terracotta"},
                "diameter": {"type": "integer", "title": "Diameter in centimetres", "minimum": 8, "maximum": 30, "default": 14},
            }),
        ),
        app: Some(&apps::POT),
    }
}

/// What to write on the card; the shop has no app for words.
pub(crate) fn card() -> Question {
    Question {
        key: "card",
        message: "What shall we write on the card?".to_owned(),
        schema: object(
            &["to"],
            json!({
                "to": {"type": "string", "title": "For", "description": "A name, as it should stand on the envelope", "minLength": 1, "maxLength": 60},
                "words": {"type": "string", "title": "Words", "description": "Empty cards are fine too", "maxLength": 200},
            }),
        ),
        app: None,
    }
}

/// What the gardener should look at; its app is broken on purpose.
pub(crate) fn trouble() -> Question {
    let signs = ["Yellow leaves", "Brown tips", "Small flies", "It has given up"];
    Question {
        key: "trouble",
        message: "What is the matter with your plant?".to_owned(),
        schema: object(
            &["signs"],
            json!({
                "signs": {"type": "array", "title": "What you see", "minItems": 1, "items": {"type": "string", "enum": signs}},
                "watered": {"type": "boolean", "title": "Watered this week"},
            }),
        ),
        app: Some(&apps::BROKEN),
    }
}

/// Everything that a membership card can hold: one field of each kind.
pub(crate) fn membership() -> Question {
    let windows = titled(&[("n", "North"), ("e", "East"), ("s", "South"), ("w", "West")]);
    let interests = titled(&[("herbs", "Herbs"), ("ferns", "Ferns"), ("pots", "Pots"), ("swaps", "Swapping cuttings")]);
    Question {
        key: "membership",
        message: "Welcome to the Windowsill club. What should your card say?".to_owned(),
        schema: object(
            &["name", "email", "interests"],
            json!({
                "name": {"type": "string", "title": "Name", "minLength": 2, "maxLength": 80},
                "email": {"type": "string", "format": "email", "title": "E-mail", "description": "For the spring letter, nothing else"},
                "website": {"type": "string", "format": "uri", "title": "Your garden's web page"},
                "since": {"type": "string", "format": "date", "title": "Gardening since"},
                "visit": {"type": "string", "format": "date-time", "title": "First visit"},
                "pots": {"type": "integer", "title": "Pots at home", "minimum": 0, "maximum": 500, "default": 3},
                "budget": {"type": "number", "title": "Budget for a plant", "minimum": 0, "maximum": 250.5},
                "letter": {"type": "boolean", "title": "Send me the spring letter", "default": false},
                "window": {"type": "string", "title": "Your window looks", "oneOf": windows},
                "size": {"type": "string", "title": "Usual pot", "enum": ["small", "medium", "large"], "default": "medium"},
                "interests": {"type": "array", "title": "Interests", "minItems": 1, "maxItems": 3, "items": {"anyOf": interests}},
            }),
        ),
        app: None,
    }
}

fn object(required: &[&str], properties: Value) -> Value {
    json!({"type": "object", "properties": properties, "required": required})
}

fn titled(options: &[(&str, &str)]) -> Value {
    options.iter().map(|(value, title)| json!({"const": value, "title": title})).collect()
}
