//! The exit statuses (design.md, “Command line”).

use std::process::ExitCode;

/// How the program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// Done.
    Done = 0,
    /// The tool, or the server, reported an error.
    ToolError = 1,
    /// The command line, a file or the arguments are wrong.
    Usage = 2,
    /// The server could not be reached, or was lost.
    NoConnection = 3,
    /// The person declined, cancelled, stopped it or closed the window.
    Refused = 4,
    /// The time limit ran out.
    TimedOut = 5,
}

impl Status {
    /// As a number.
    pub(crate) fn code(self) -> u8 {
        self as u8
    }

    /// The status with this number; what Askance itself never gives counts as an error.
    pub(crate) fn from_code(code: i32) -> Self {
        let all = [Self::Done, Self::ToolError, Self::Usage, Self::NoConnection, Self::Refused, Self::TimedOut];
        all.into_iter().find(|status| i32::from(status.code()) == code).unwrap_or(Self::ToolError)
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status.code())
    }
}
