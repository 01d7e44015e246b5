//! What a server offers: its tools, prompts and resources, each list on its own, so that one that fails costs no other.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::app::Tool;
use crate::connection::Connection;
use crate::trace::Trace;
use crate::view::{PromptView, ResourceView, ToolView};

/// Forms by name.
pub(super) type Forms = HashMap<String, Arc<native_form::Question>>;

/// What a server offers; none where the list is not known.
pub(super) struct Lists {
    pub(super) tools: Option<Tools>,
    pub(super) prompts: Option<(Vec<PromptView>, Forms)>,
    pub(super) resources: Option<Vec<ResourceView>>,
}

/// The tools of a server: those that the person is shown, and all of them.
pub(super) struct Tools {
    pub(super) views: Vec<ToolView>,
    pub(super) forms: Forms,
    pub(super) all: HashMap<String, Tool>,
}

impl Tools {
    /// Of a repeated name the first counts.
    fn read(items: &[Value]) -> Self {
        let mut all = HashMap::new();
        for item in items {
            if let Some(name) = text(item, "name") {
                all.entry(name).or_insert_with(|| Tool::read(item));
            }
        }
        // A tool for apps alone is no tool for the person (BRG-32).
        let shown =
            |item: &&Value| text(item, "name").and_then(|name| all.get(&name)).is_some_and(|tool| tool.for_model);
        let items: Vec<Value> = items.iter().filter(shown).cloned().collect();
        let (views, forms) = named(&items, tool);
        Self { views, forms, all }
    }
}

impl Lists {
    /// Loads all three lists, as far as the server has them.
    pub(super) async fn load(connection: &Connection, trace: &Trace) -> Self {
        let (tools, prompts, resources) = tokio::join!(
            list(connection, trace, "tools"),
            list(connection, trace, "prompts"),
            list(connection, trace, "resources"),
        );
        Self {
            tools: tools.map(|items| Tools::read(&items)),
            prompts: prompts.map(|items| named(&items, prompt)),
            resources: resources.map(|items| items.iter().filter_map(resource).collect()),
        }
    }
}

async fn list(connection: &Connection, trace: &Trace, member: &str) -> Option<Vec<Value>> {
    // A server whose capabilities were never seen may have any of them.
    if connection.server_capabilities().is_some_and(|capabilities| capabilities.get(member).is_none()) {
        return Some(Vec::new());
    }
    match connection.list(&format!("{member}/list"), member).await {
        Ok(items) => Some(items),
        Err(error) => {
            trace.step("note", None, Some(format!("{member}/list: {error}")));
            None
        }
    }
}

/// Views in the server's order; of a repeated name the first counts.
fn named<V>(items: &[Value], read: impl Fn(&str, &Value) -> (V, native_form::Question)) -> (Vec<V>, Forms) {
    let mut forms = Forms::new();
    let mut views = Vec::new();
    for item in items {
        let Some(name) = text(item, "name") else { continue };
        if let Entry::Vacant(place) = forms.entry(name) {
            let (view, form) = read(place.key(), item);
            views.push(view);
            place.insert(Arc::new(form));
        }
    }
    (views, forms)
}

fn tool(name: &str, item: &Value) -> (ToolView, native_form::Question) {
    let schema = item.get("inputSchema").cloned().unwrap_or_else(|| json!({ "type": "object" }));
    let form = native_form::Question::read_arguments(&schema);
    let view = ToolView {
        name: name.to_owned(),
        title: text(item, "title").or_else(|| item.get("annotations").and_then(|notes| text(notes, "title"))),
        description: text(item, "description"),
        form: form.form().clone(),
        schema: serde_json::to_string_pretty(&schema).unwrap_or_default(),
        has_view: Tool::read(item).view.is_some(),
    };
    (view, form)
}

fn prompt(name: &str, item: &Value) -> (PromptView, native_form::Question) {
    let form = native_form::Question::read_arguments(&prompt_schema(item));
    let view = PromptView {
        name: name.to_owned(),
        title: text(item, "title"),
        description: text(item, "description"),
        form: form.form().clone(),
    };
    (view, form)
}

/// A prompt's arguments are all strings.
fn prompt_schema(item: &Value) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for argument in item.get("arguments").and_then(Value::as_array).into_iter().flatten() {
        let Some(name) = text(argument, "name") else { continue };
        let mut schema = Map::from_iter([("type".to_owned(), Value::from("string"))]);
        for member in ["title", "description"] {
            schema.extend(text(argument, member).map(|words| (member.to_owned(), Value::from(words))));
        }
        if argument.get("required") == Some(&Value::Bool(true)) {
            required.push(name.clone());
        }
        properties.insert(name, Value::Object(schema));
    }
    json!({ "type": "object", "properties": properties, "required": required })
}

fn resource(item: &Value) -> Option<ResourceView> {
    let uri = text(item, "uri")?;
    // Apps are not for reading.
    (!uri.starts_with("ui://")).then(|| ResourceView {
        name: text(item, "title").or_else(|| text(item, "name")).unwrap_or_else(|| uri.clone()),
        description: text(item, "description"),
        mime_type: text(item, "mimeType"),
        uri,
    })
}

fn text(item: &Value, member: &str) -> Option<String> {
    item.get(member).and_then(Value::as_str).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prompt_asks_for_strings() {
        let schema = prompt_schema(&json!({ "arguments": [
            { "name": "who", "description": "d", "required": true }, { "name": "why" }, { "no": "name" }, 7,
        ] }));
        assert_eq!(
            schema,
            json!({ "type": "object", "required": ["who"], "properties": {
                "who": { "type": "string", "description": "d" }, "why": { "type": "string" },
            } })
        );
    }

    #[test]
    fn resources_of_apps_are_left_out() {
        assert_eq!(resource(&json!({ "uri": "ui://a/b", "name": "n" })), None);
        assert_eq!(resource(&json!({ "uri": "file:///a" })).map(|view| view.name), Some("file:///a".to_owned()));
    }
}
