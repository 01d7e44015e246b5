//! The address of a URL-mode question: what is refused, what is warned of, what is emphasised (URL-03, -05, -06).

use url::{Host, Url};

/// Why an address is refused, in the order in which the reasons count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A control character anywhere.
    ControlCharacter,
    /// No absolute URL, or a web address without a host.
    Invalid,
    /// `http` to a host that is not this computer.
    InsecureScheme,
    /// Neither `https` nor `http`.
    Scheme,
    /// A user name or password before the host.
    Userinfo,
}

impl Fault {
    /// The stable code.
    pub fn code(self) -> &'static str {
        match self {
            Self::ControlCharacter => "CONTROL_CHARACTER",
            Self::Invalid => "INVALID",
            Self::InsecureScheme => "INSECURE_SCHEME",
            Self::Scheme => "SCHEME",
            Self::Userinfo => "USERINFO",
        }
    }

    /// Completes “… asked in a way that the protocol forbids: …”.
    pub fn words(self) -> &'static str {
        match self {
            Self::ControlCharacter => "the address of its page has invisible control characters in it",
            Self::Invalid => "the address of its page is no web address",
            Self::InsecureScheme => "the address of its page is not encrypted",
            Self::Scheme => "the address is not that of a web page",
            Self::Userinfo => "the address of its page has a user name in it",
        }
    }
}

/// What the person is warned of, most serious first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Warning {
    /// `http` to this computer.
    LoopbackHttp,
    /// `http` to anywhere else.
    PlainHttp,
    /// The host is an address, not a name.
    IpLiteral,
    /// The host as written has letters beyond ASCII.
    NonAsciiHost,
    /// A label of the host is punycode.
    Punycode,
}

impl Warning {
    /// The stable code.
    pub fn code(self) -> &'static str {
        match self {
            Self::LoopbackHttp => "LOOPBACK_HTTP",
            Self::PlainHttp => "PLAIN_HTTP",
            Self::IpLiteral => "IP_LITERAL",
            Self::NonAsciiHost => "NON_ASCII_HOST",
            Self::Punycode => "PUNYCODE",
        }
    }

    /// The sentence for the person.
    pub fn words(self) -> &'static str {
        match self {
            Self::LoopbackHttp => "This address leads to a program on this computer.",
            Self::PlainHttp => "The connection to this address is not encrypted.",
            Self::IpLiteral => "This address is a number instead of a name, so it does not say whose it is.",
            Self::NonAsciiHost | Self::Punycode => "This address uses look-alike letters.",
        }
    }
}

/// An address that may be opened once the person agrees. Nothing of it is ever looked up (URL-02).
#[derive(Clone, Debug)]
pub struct Link {
    /// What is opened: the text as checked.
    url: Url,
    /// The text as written, cut around the emphasised part of the host.
    parts: (String, String, String),
    domain: String,
    warnings: Vec<Warning>,
}

impl Link {
    /// Reads an address as the server wrote it.
    ///
    /// # Errors
    /// The first [`Fault`], in their order.
    pub fn read(text: &str) -> Result<Self, Fault> {
        Self::parse(text, false)
    }

    /// Reads an address that an app wants opened: plain `http` too, with a warning (BRG-04).
    ///
    /// # Errors
    /// The first [`Fault`], in their order.
    pub fn of_app(text: &str) -> Result<Self, Fault> {
        Self::parse(text, true)
    }

    fn parse(text: &str, plain: bool) -> Result<Self, Fault> {
        if text.chars().any(|c| c.is_ascii_control()) {
            return Err(Fault::ControlCharacter);
        }
        // Browsers trim spaces and repair slashes; what the person reads must be what opens.
        let scheme = text.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase()).ok_or(Fault::Invalid)?;
        let absolute = scheme.starts_with(|c: char| c.is_ascii_lowercase())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
        let url = Url::parse(text).map_err(|_| Fault::Invalid)?;
        if !absolute || text.ends_with(' ') {
            return Err(Fault::Invalid);
        }
        if scheme != "https" && scheme != "http" {
            return Err(Fault::Scheme);
        }
        let authority = Authority::of(text).ok_or(Fault::Invalid)?;
        let host = url.host().ok_or(Fault::Invalid)?.to_owned();
        if scheme == "http" && !plain && !is_loopback(&host) {
            return Err(Fault::InsecureScheme);
        }
        if authority.userinfo {
            return Err(Fault::Userinfo);
        }
        let domain = registrable(&host);
        Ok(Self {
            parts: authority.parts(text, &host, &domain),
            warnings: warnings(&scheme, &host, authority.host(text)),
            domain,
            url,
        })
    }

    /// The address to hand to the system browser.
    pub fn address(&self) -> &str {
        self.url.as_str()
    }

    /// The host in ASCII.
    pub fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default()
    }

    /// The host in ASCII: what stands before the registrable domain, and that domain. As written it may look otherwise:
    /// upper case, percent-escapes, letters of other scripts.
    pub fn real_host(&self) -> (String, String) {
        let host = self.host();
        let cut = host.rfind(&self.domain).unwrap_or(host.len());
        let (before, domain) = host.split_at(cut);
        (before.to_owned(), if domain.is_empty() { self.domain.clone() } else { domain.to_owned() })
    }

    /// Before the emphasised part of the host, that part, and after it: joined, the text as written.
    pub fn parts(&self) -> &(String, String, String) {
        &self.parts
    }

    /// The registrable domain in ASCII, or the whole host where there is none (URL-05).
    pub fn domain(&self) -> &str {
        &self.domain
    }

    /// `https`.
    pub fn encrypted(&self) -> bool {
        self.url.scheme() == "https"
    }

    /// What to warn of, most serious first.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// The sentences of the warnings, each once.
    pub fn warned(&self) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        for warning in &self.warnings {
            if !words.iter().any(|known| known == warning.words()) {
                words.push(warning.words().to_owned());
            }
        }
        words
    }
}

/// Where the host stands in the text as written.
struct Authority {
    host: std::ops::Range<usize>,
    userinfo: bool,
}

impl Authority {
    fn of(text: &str) -> Option<Self> {
        let start = text.find(':')? + 1;
        let rest = text.get(start..)?.strip_prefix("//")?;
        let start = start + 2;
        let len = rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len());
        // A backslash is a slash to a browser and a letter to a person.
        if rest.get(len..)?.starts_with('\\') {
            return None;
        }
        let authority = rest.get(..len)?;
        let (skip, userinfo) = authority.rfind('@').map_or((0, false), |at| (at + 1, true));
        let host_port = authority.get(skip..)?;
        let host_len = if host_port.starts_with('[') {
            host_port.find(']').map_or(host_port.len(), |end| end + 1)
        } else {
            host_port.find(':').unwrap_or(host_port.len())
        };
        let host = start + skip..start + skip + host_len;
        (!host.is_empty()).then_some(Self { host, userinfo })
    }

    fn host<'a>(&self, text: &'a str) -> &'a str {
        text.get(self.host.clone()).unwrap_or_default()
    }

    /// Cuts the text around the registrable domain: as many labels from the end as it has.
    fn parts(&self, text: &str, host: &Host<String>, domain: &str) -> (String, String, String) {
        let written = self.host(text);
        let labels = domain.split('.').filter(|label| !label.is_empty()).count();
        let offset = match host {
            Host::Domain(_) => {
                let trimmed = written.strip_suffix('.').unwrap_or(written);
                trimmed.rmatch_indices('.').nth(labels.max(1) - 1).map_or(0, |(at, _)| at + 1)
            }
            Host::Ipv4(_) | Host::Ipv6(_) => 0,
        };
        let cut = self.host.start + offset;
        let piece = |range: std::ops::Range<usize>| text.get(range).unwrap_or_default().to_owned();
        (piece(0..cut), piece(cut..self.host.end), piece(self.host.end..text.len()))
    }
}

fn registrable(host: &Host<String>) -> String {
    match host {
        Host::Domain(name) => psl::domain_str(name).unwrap_or(name).to_owned(),
        address => address.to_string(),
    }
}

fn is_loopback(host: &Host<String>) -> bool {
    match host {
        Host::Domain(name) => name == "localhost",
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    }
}

fn warnings(scheme: &str, host: &Host<String>, written: &str) -> Vec<Warning> {
    let punycode = matches!(host, Host::Domain(name) if name.split('.').any(|label| label.starts_with("xn--")));
    [
        (scheme == "http" && is_loopback(host), Warning::LoopbackHttp),
        (scheme == "http" && !is_loopback(host), Warning::PlainHttp),
        (!matches!(host, Host::Domain(_)), Warning::IpLiteral),
        (!written.is_ascii(), Warning::NonAsciiHost),
        (punycode, Warning::Punycode),
    ]
    .into_iter()
    .filter_map(|(holds, warning)| holds.then_some(warning))
    .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn fault(text: &str) -> &'static str {
        Link::read(text).map_or_else(Fault::code, |_| "fine")
    }

    fn warned(text: &str) -> Vec<&'static str> {
        Link::read(text).unwrap().warnings().iter().map(|w| w.code()).collect()
    }

    #[test]
    fn refuses_what_no_browser_should_be_handed() {
        // URL-06
        for (text, code) in [
            ("", "INVALID"),
            ("//host/path", "INVALID"),
            ("https://", "INVALID"),
            ("https:///x", "INVALID"),
            ("https:host", "INVALID"),
            (" https://a.example/", "INVALID"),
            ("https:\\\\a.example\\", "INVALID"),
            ("https://a.example\\@b.example/", "INVALID"),
            ("https://a.example/\u{7f}", "CONTROL_CHARACTER"),
            ("\thttps://a.example/", "CONTROL_CHARACTER"),
            ("http://user@a.example/", "INSECURE_SCHEME"),
            ("http://localhost.evil.test/", "INSECURE_SCHEME"),
            ("http://[::ffff:127.0.0.1]/", "INSECURE_SCHEME"),
            ("ftp://user@a.example/", "SCHEME"),
            ("mailto:a@b.example", "SCHEME"),
            ("JavaScript:alert(1)", "SCHEME"),
            ("https://@a.example/", "USERINFO"),
            ("http://u:p@localhost/", "USERINFO"),
            ("https://a.example/@x", "fine"),
            ("HTTPS://A.EXAMPLE/", "fine"),
        ] {
            assert_eq!(fault(text), code, "{text:?}");
        }
    }

    #[test]
    fn warns_in_order() {
        // URL-05, URL-06
        for (text, codes) in [
            ("http://127.9.9.9:80/", &["LOOPBACK_HTTP", "IP_LITERAL"][..]),
            ("http://[::1]/", &["LOOPBACK_HTTP", "IP_LITERAL"]),
            ("http://LocalHost/", &["LOOPBACK_HTTP"]),
            ("https://[2001:db8::1]/", &["IP_LITERAL"]),
            ("https://0x7f.1/", &["IP_LITERAL"]),
            ("https://xn--pypal-4ve.com/", &["PUNYCODE"]),
            ("https://a.XN--pypal-4ve.com/", &["PUNYCODE"]),
            ("https://pаypal.com/", &["NON_ASCII_HOST", "PUNYCODE"]),
            ("https://p%D0%B0ypal.com/", &["PUNYCODE"]),
            ("https://a.example/é?x=é", &[]),
        ] {
            assert_eq!(warned(text), codes, "{text:?}");
        }
    }

    #[test]
    fn names_the_host_that_it_leads_to_however_it_is_written() {
        // URL-05
        for (text, host) in [
            ("HTTPS://MCP.Example.COM/x", ("mcp.", "example.com")),
            ("https://mcp.%65xample.com/", ("mcp.", "example.com")),
            ("https://mcp。example。com/", ("mcp.", "example.com")),
            ("https://a.p\u{430}ypal.com/", ("a.", "xn--pypal-4ve.com")),
            ("https://www.Example.com./", ("www.", "example.com.")),
            ("https://com/", ("", "com")),
            ("https://[2001:db8::1]:1/x", ("", "[2001:db8::1]")),
        ] {
            let (before, domain) = Link::read(text).unwrap().real_host();
            assert_eq!((before.as_str(), domain.as_str()), host, "{text}");
        }
    }

    #[test]
    fn sets_off_the_registrable_domain() {
        // URL-05
        for (text, domain, parts) in [
            (
                "https://mcp.example.com.evil.test/login",
                "evil.test",
                ("https://mcp.example.com.", "evil.test", "/login"),
            ),
            ("https://a.b.example.co.uk:8443", "example.co.uk", ("https://a.b.", "example.co.uk", ":8443")),
            ("https://localhost/x", "localhost", ("https://", "localhost", "/x")),
            ("https://192.0.2.7/x", "192.0.2.7", ("https://", "192.0.2.7", "/x")),
            ("https://[2001:db8::1]:1/x", "[2001:db8::1]", ("https://", "[2001:db8::1]", ":1/x")),
            ("https://www.Example.com./", "example.com", ("https://www.", "Example.com.", "/")),
        ] {
            let link = Link::read(text).unwrap();
            let (a, b, c) = link.parts();
            assert_eq!((a.as_str(), b.as_str(), c.as_str()), parts);
            assert_eq!(format!("{a}{b}{c}"), text);
            assert_eq!(link.domain(), domain);
        }
    }
}
