//! Numbers as they were written: compared and checked by their decimal value, never rounded on the way.

use std::cmp::Ordering;

use serde_json::Number;

/// A number as digits times a power of ten; no digits is zero.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Decimal {
    negative: bool,
    /// Without leading or trailing zeros.
    digits: String,
    exponent: i64,
}

/// Why a typed text is no number that can be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unreadable {
    NotANumber,
    Separators,
    NotFinite,
    NegativeZero,
    TooLarge,
    TooPrecise,
}

impl Decimal {
    /// Reads an optional sign, digits with at most one point, and an optional exponent.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (negative, rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (mantissa, power) = match rest.find(['e', 'E']) {
            Some(at) => (&rest[..at], power(&rest[at + 1..])?),
            None => (rest, 0),
        };
        let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        if whole.len() + part.len() == 0 || !whole.bytes().chain(part.bytes()).all(|b| b.is_ascii_digit()) {
            return None;
        }
        let all = format!("{whole}{part}");
        let kept = all.trim_end_matches('0');
        let digits = kept.trim_start_matches('0').to_owned();
        let dropped = i64::try_from(all.len() - kept.len()).ok()?;
        let exponent = power.checked_sub(i64::try_from(part.len()).ok()?)?.checked_add(dropped)?;
        Some(Self { negative, exponent: if digits.is_empty() { 0 } else { exponent }, digits })
    }

    pub(crate) fn of(number: &Number) -> Self {
        let zero = Self { negative: false, digits: String::new(), exponent: 0 };
        let read = Self::parse(&number.to_string()).unwrap_or(zero);
        Self { negative: read.negative && !read.digits.is_empty(), ..read }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    pub(crate) fn is_positive(&self) -> bool {
        !self.negative && !self.is_zero()
    }

    /// 36.0 is whole (SCH-12).
    pub(crate) fn is_whole(&self) -> bool {
        self.exponent >= 0
    }

    /// This number times `10^shift`, if that is whole and fits.
    fn scaled(&self, shift: i64) -> Option<i128> {
        if self.is_zero() {
            return Some(0);
        }
        let power = u32::try_from(self.exponent.checked_add(shift)?).ok()?;
        let value = self.digits.parse::<i128>().ok()?.checked_mul(10_i128.checked_pow(power)?)?;
        Some(if self.negative { -value } else { value })
    }

    /// The number itself, if `i64`, `u64` or `f64` carry it exactly.
    fn carried(&self) -> Result<Number, Unreadable> {
        if let Some(whole) = self.scaled(0) {
            if let Ok(number) = i64::try_from(whole) {
                return Ok(number.into());
            }
            if let Ok(number) = u64::try_from(whole) {
                return Ok(number.into());
            }
        }
        let sign = if self.negative { "-" } else { "" };
        let float = format!("{sign}{}e{}", self.digits, self.exponent).parse::<f64>();
        let number = float.ok().and_then(Number::from_f64).ok_or(Unreadable::TooLarge)?;
        if Self::of(&number) == *self { Ok(number) } else { Err(Unreadable::TooPrecise) }
    }
}

/// The exponent after `e`; one that no number needs is as good as any other as large.
fn power(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let limit = i64::MAX / 4;
    let size = digits.parse::<i64>().unwrap_or(limit).min(limit);
    Some(if text.starts_with('-') { -size } else { size })
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let sign = |d: &Self| if d.is_zero() { 0 } else { 1 - 2 * i32::from(d.negative) };
        sign(self).cmp(&sign(other)).then_with(|| {
            let place = |d: &Self| d.exponent.saturating_add(i64::try_from(d.digits.len()).unwrap_or(i64::MAX));
            let size = place(self).cmp(&place(other)).then_with(|| self.digits.cmp(&other.digits));
            if self.negative { size.reverse() } else { size }
        })
    }
}

/// What a person typed, as the same number.
pub(crate) fn typed(text: &str) -> Result<Number, Unreadable> {
    let text = text.trim().replace('\u{2212}', "-");
    let bare = text.trim_start_matches(['+', '-']).to_ascii_lowercase();
    if matches!(bare.as_str(), "nan" | "inf" | "infinity" | "∞") {
        return Err(Unreadable::NotFinite);
    }
    let Some(decimal) = Decimal::parse(&text) else {
        let separator = |c: char| matches!(c, ',' | '\'' | '’' | '_') || c.is_whitespace();
        let joined: String = text.chars().filter(|c| !separator(*c)).map(|c| if c == '.' { '0' } else { c }).collect();
        let separated = text.contains(separator) && Decimal::parse(&joined).is_some();
        return Err(if separated { Unreadable::Separators } else { Unreadable::NotANumber });
    };
    if decimal.is_zero() && decimal.negative {
        return Err(Unreadable::NegativeZero);
    }
    decimal.carried()
}

/// The number as short as it can be sent: 36.0 becomes 36.
pub(crate) fn shortest(number: &Number) -> Number {
    Decimal::of(number).carried().unwrap_or_else(|_| number.clone())
}

/// The first number of a JSON text that would be sent as another one.
pub(crate) fn rounded_in(json: &str) -> Option<&str> {
    let bytes = json.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                at += 1;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += 1 + usize::from(bytes[at] == b'\\');
                }
                at += 1;
            }
            b'-' | b'0'..=b'9' => {
                let start = at;
                while at < bytes.len() && matches!(bytes[at], b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9') {
                    at += 1;
                }
                let exact = Decimal::parse(&json[start..at]).is_some_and(|d| d.is_zero() || d.carried().is_ok());
                if !exact {
                    return Some(&json[start..at]);
                }
            }
            _ => at += 1,
        }
    }
    None
}

/// Whether `value` is a whole number of `step`s, in decimal: 0.3 is three times 0.1.
pub(crate) fn is_multiple(value: &Decimal, step: &Decimal) -> bool {
    let shift = -value.exponent.min(step.exponent).min(0);
    if let (Some(value), Some(step)) = (value.scaled(shift), step.scaled(shift)) {
        return step != 0 && value % step == 0;
    }
    let float = |d: &Decimal| format!("{}e{}", d.digits, d.exponent).parse::<f64>().unwrap_or(f64::NAN);
    value.is_zero() || (float(value) / float(step)).fract() == 0.0
}

/// A range with ends that may be open, and the steps in it.
pub(crate) struct Range<'a> {
    pub(crate) low: Option<(&'a Decimal, bool)>,
    pub(crate) high: Option<(&'a Decimal, bool)>,
    pub(crate) steps: Vec<&'a Decimal>,
}

impl Range<'_> {
    /// Whether certainly nothing lies in it. The second of an end says that the end itself is excluded.
    pub(crate) fn is_empty(&self) -> bool {
        let (Some((low, open_low)), Some((high, open_high))) = (self.low, self.high) else { return false };
        if low > high || (low == high && (open_low || open_high)) {
            return true;
        }
        self.steps.iter().any(|step| none_of(step, low, open_low, high, open_high) == Some(true))
    }
}

/// Whether no multiple of `step` lies between the ends; unknown where the numbers are too far apart.
fn none_of(step: &Decimal, low: &Decimal, open_low: bool, high: &Decimal, open_high: bool) -> Option<bool> {
    let shift = -step.exponent.min(low.exponent).min(high.exponent).min(0);
    let (step, low, high) = (step.scaled(shift)?, low.scaled(shift)?, high.scaled(shift)?);
    if step <= 0 {
        return None;
    }
    let low = low.checked_add(i128::from(open_low))?;
    let high = high.checked_sub(i128::from(open_high))?;
    Some(high.div_euclid(step) < low.checked_add(step - 1)?.div_euclid(step))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn sent(text: &str) -> Result<String, Unreadable> {
        typed(text).map(|n| n.to_string())
    }

    #[test]
    fn keeps_what_was_typed() {
        for (text, json) in [
            ("36", "36"),
            ("36.0", "36"),
            ("1e3", "1000"),
            (" -7 ", "-7"),
            ("+5", "5"),
            ("007", "7"),
            (".5", "0.5"),
            ("−3", "-3"),
            ("0.1", "0.1"),
            ("18446744073709551615", "18446744073709551615"),
            ("0e999999", "0"),
            ("-9223372036854775808", "-9223372036854775808"),
            ("9007199254740993", "9007199254740993"),
        ] {
            assert_eq!(sent(text), Ok(json.to_owned()), "{text}");
        }
    }

    #[test]
    fn refuses_what_would_change() {
        use Unreadable::*;
        for (text, why) in [
            ("1e999", TooLarge),
            ("1e99999999999999999999", TooLarge),
            ("-1e999", TooLarge),
            ("1e-999", TooPrecise),
            ("18446744073709551617", TooPrecise),
            ("0.12345678901234567890", TooPrecise),
            ("-0", NegativeZero),
            ("-0.0", NegativeZero),
            ("NaN", NotFinite),
            ("-Infinity", NotFinite),
            ("1,500", Separators),
            ("1 000 000", Separators),
            ("1'000.5", Separators),
            ("1.000,5", Separators),
            ("abc", NotANumber),
            ("", NotANumber),
            ("1e", NotANumber),
            ("0x10", NotANumber),
            ("1.2.3", NotANumber),
            (".", NotANumber),
        ] {
            assert_eq!(sent(text), Err(why), "{text}");
        }
    }

    #[test]
    fn finds_numbers_that_json_would_round() {
        assert_eq!(rounded_in(r#"{"a": 12, "b": "12345678901234567890123"}"#), None);
        assert_eq!(rounded_in(r#"{"a\"": [1.5, 12345678901234567890123]}"#), Some("12345678901234567890123"));
    }

    #[test]
    fn compares_and_divides_in_decimal() {
        let d = |text: &str| Decimal::parse(text).unwrap();
        assert!(d("1.0001") > d("1") && d("-2") < d("-1.5") && d("0") < d("0.1") && d("10") > d("9.9"));
        assert_eq!(d("36.0").cmp(&d("36")), Ordering::Equal);
        assert!(is_multiple(&d("0.3"), &d("0.1")) && !is_multiple(&d("7"), &d("5")) && is_multiple(&d("-10"), &d("5")));
        let empty = |low, high, step| {
            let (low, high, step) = (d(low), d(high), d(step));
            Range { low: Some((&low, false)), high: Some((&high, false)), steps: vec![&step] }.is_empty()
        };
        assert!(empty("1", "4", "5") && !empty("1", "5", "5") && empty("1.2", "1.8", "1") && !empty("-3", "-1", "2"));
    }
}
