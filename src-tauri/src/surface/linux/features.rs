//! WebKit's own switches for what a page may make it do ahead of time, and for what is seen or heard outside of its
//! view. The bindings don't know them (WebKitGTK 2.42).

use std::ffi::{CStr, c_char};

use gtk::glib::ffi::{GFALSE, gboolean};
use gtk::glib::translate::ToGlibPtr;
use webkit2gtk::Settings;
use webkit2gtk::ffi::WebKitSettings;

/// What goes around the proxy setting, and so around the fence: `<link rel=dns-prefetch>` sends a name that the app
/// makes up to the system's resolver, whatever the CSP says (A9, CSP-14). And what is of no use to an app behind one.
const AHEAD_OF_TIME: [&CStr; 3] = [c"LinkDNSPrefetch", c"LinkPreconnect", c"LinkPreconnectEarlyHints"];

/// What WebKit has the platform draw, with the app's words, in windows and layers that no frame holds: the dialog for
/// colours, the calendars, the bubble of a field that is wrong (what else validation does is in forms.js), the list of
/// suggestions (A18, SBX-12). These fields become text fields. A time, a week and a month are chosen within the field.
const OUTSIDE: [&CStr; 5] =
    [c"InputTypeColor", c"InputTypeDate", c"InputTypeDateTimeLocal", c"InteractiveFormValidation", c"DataListElement"];

/// What is heard or listed beyond its frame: a voice that a person takes for their screen reader's, an entry among the
/// system's players under this program's name. Sound itself needs a click (builder.rs).
const ALOUD: [&CStr; 2] = [c"MediaSession", c"SpeechSynthesisAPI"];

#[repr(C)]
struct Feature {
    _opaque: [u8; 0],
}

#[repr(C)]
struct FeatureList {
    _opaque: [u8; 0],
}

#[allow(unsafe_code)]
unsafe extern "C" {
    fn webkit_settings_get_all_features() -> *mut FeatureList;
    fn webkit_settings_set_feature_enabled(settings: *mut WebKitSettings, feature: *mut Feature, enabled: gboolean);
    fn webkit_feature_list_get_length(list: *mut FeatureList) -> usize;
    fn webkit_feature_list_get(list: *mut FeatureList, index: usize) -> *mut Feature;
    fn webkit_feature_list_unref(list: *mut FeatureList);
    fn webkit_feature_get_identifier(feature: *mut Feature) -> *const c_char;
}

/// Turns off what is [`AHEAD_OF_TIME`], drawn [`OUTSIDE`] or said [`ALOUD`], as far as this WebKit has it.
pub(super) fn shut(settings: &Settings) {
    // SAFETY: the signatures are those of WebKitFeature.h. The list is ours until it is unreferenced; its features and
    // their identifiers, which end with a NUL, live as long as it does. On the main thread, as all of WebKit.
    #[allow(unsafe_code)]
    unsafe {
        let list = webkit_settings_get_all_features();
        for index in 0..webkit_feature_list_get_length(list) {
            let feature = webkit_feature_list_get(list, index);
            let name = CStr::from_ptr(webkit_feature_get_identifier(feature));
            if [&AHEAD_OF_TIME[..], &OUTSIDE, &ALOUD].iter().any(|names| names.contains(&name)) {
                webkit_settings_set_feature_enabled(settings.to_glib_none().0, feature, GFALSE);
            }
        }
        webkit_feature_list_unref(list);
    }
}
