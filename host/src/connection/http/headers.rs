//! The standard request headers of the stateless revision (HTP-02…05).

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{Map, Value};

use super::params::{ParamHeader, value_of};

const PREFIX: &str = "=?base64?";
const SUFFIX: &str = "?=";
const PARAM: &str = "mcp-param-";

/// Sets `Mcp-Method`, `Mcp-Name` and `Mcp-Param-*`, and removes what anybody else set under these names.
pub(super) fn set_standard(
    headers: &mut HeaderMap,
    method: &str,
    params: Option<&Map<String, Value>>,
    mirrored: &[ParamHeader],
) {
    clear_standard(headers);
    set(headers, "mcp-method", method);
    if let Some(name) = name_of(method, params) {
        set(headers, "mcp-name", name);
    }
    let Some(arguments) = params.and_then(|params| params.get("arguments")) else { return };
    for header in mirrored {
        if let Some(value) = value_of(arguments, &header.path) {
            set(headers, &format!("{PARAM}{}", header.name.to_ascii_lowercase()), &value);
        }
    }
}

/// Removes them: a stateful server knows none of them.
pub(super) fn clear_standard(headers: &mut HeaderMap) {
    headers.remove("mcp-method");
    headers.remove("mcp-name");
    let params: Vec<HeaderName> = headers.keys().filter(|name| name.as_str().starts_with(PARAM)).cloned().collect();
    for name in params {
        headers.remove(name);
    }
}

fn name_of<'a>(method: &str, params: Option<&'a Map<String, Value>>) -> Option<&'a str> {
    let member = match method {
        "tools/call" | "prompts/get" => "name",
        "resources/read" => "uri",
        _ => return None,
    };
    params?.get(member)?.as_str()
}

fn set(headers: &mut HeaderMap, name: &str, value: &str) {
    if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(encoded(value))) {
        headers.insert(name, value);
    }
}

/// The value, wrapped where it could not travel as it is, or could be taken for a wrapped one (HTP-04).
pub(super) fn encoded(value: &str) -> String {
    let edge = |c: char| c == ' ' || c == '\t';
    let unsafe_value = value.starts_with(edge)
        || value.ends_with(edge)
        || value.chars().any(|c| !matches!(c, ' '..='~'))
        || is_wrapped(value);
    if unsafe_value { format!("{PREFIX}{}{SUFFIX}", BASE64_STANDARD.encode(value)) } else { value.to_owned() }
}

/// The marker in any case counts: a lenient peer might unwrap it.
fn is_wrapped(value: &str) -> bool {
    value.get(..PREFIX.len()).is_some_and(|start| start.eq_ignore_ascii_case(PREFIX)) && value.ends_with(SUFFIX)
}

#[cfg(test)]
mod tests {
    use super::*;

    // HTP-04
    #[test]
    fn only_unsafe_values_are_wrapped() {
        for plain in ["get_weather", "ui://a/b?c=d", "a b", "", "=?base64?x", "x?=", "~"] {
            assert_eq!(encoded(plain), plain);
        }
        for (value, wrapped) in [
            (" a ", "=?base64?IGEg?="),
            ("a\t", "=?base64?YQk=?="),
            ("é", "=?base64?w6k=?="),
            ("a\nb", "=?base64?YQpi?="),
            ("a\tb", "=?base64?YQli?="),
            ("\u{7f}", "=?base64?fw==?="),
            ("=?base64?x?=", "=?base64?PT9iYXNlNjQ/eD89?="),
            ("=?base64?=", "=?base64?PT9iYXNlNjQ/PQ==?="),
        ] {
            assert_eq!(encoded(value), wrapped, "{value:?}");
        }
    }
}
