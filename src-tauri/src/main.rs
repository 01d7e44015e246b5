//! The program.
fn main() {
    askance::skeleton()
}
