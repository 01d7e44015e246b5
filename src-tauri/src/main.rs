//! The program.
fn main() {
    askance::trial::run()
}
