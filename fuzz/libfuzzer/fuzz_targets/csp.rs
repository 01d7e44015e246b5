#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    (askance_fuzz::target("csp").expect("a target").run)(input);
});
