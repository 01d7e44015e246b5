//! `ui/notifications/size-changed`: a wish, clamped to what the host gave (BRG-15).

use serde_json::{Map, Value};

use super::effect::Effect;

/// The largest side in pixels where the host named no limit.
const MAX_SIDE: f64 = 10_000.0;

/// The new size, if the wish holds anything usable. A side that the host fixed stays (P38).
pub(super) fn resize(params: Option<&Value>, context: &Map<String, Value>) -> Option<Effect> {
    let params = params?.as_object()?;
    let dimensions = context.get("containerDimensions").unwrap_or(&Value::Null);
    let side = |name: &str, most: &str| {
        let wish = params.get(name)?.as_f64().filter(|wish| *wish > 0.0)?;
        let fixed = dimensions.get(name).is_some();
        let limit = dimensions[most].as_f64().unwrap_or(MAX_SIDE);
        // Within 0 and the limit: the cast cannot lose anything but the fraction.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        (!fixed).then(|| wish.ceil().min(limit).clamp(0.0, MAX_SIDE) as u32)
    };
    let (width, height) = (side("width", "maxWidth"), side("height", "maxHeight"));
    (width.is_some() || height.is_some()).then_some(Effect::Resize { width, height })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use serde_json::json;

    use super::*;

    // BRG-15, P38
    #[test]
    fn clamped_and_only_where_flexible() {
        let within = |dimensions: Value, wish: Value| {
            let context = json!({ "containerDimensions": dimensions });
            resize(Some(&wish), context.as_object().unwrap())
        };
        let flexible = json!({"maxWidth": 500, "maxHeight": 400});
        let resized = |width, height| Some(Effect::Resize { width, height });
        assert_eq!(within(flexible.clone(), json!({"width": 1e300, "height": 99.2})), resized(Some(500), Some(100)));
        assert_eq!(within(json!({"width": 640, "height": 300}), json!({"width": 1, "height": 2})), None);
        assert_eq!(within(flexible.clone(), json!({"width": -1, "height": 0})), None);
        assert_eq!(within(flexible.clone(), json!({"width": null, "height": "300"})), None);
        assert_eq!(within(flexible, json!([1, 2])), None);
        assert_eq!(within(Value::Null, json!({"height": 1e9})), resized(None, Some(10_000)));
    }
}
