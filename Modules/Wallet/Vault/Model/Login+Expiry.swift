package import TenonCore

extension Login {
    /// When the login expires, as another program has said and an import has kept.
    package var expiry: Timestamp? {
        attribute(HiddenLabel.keePassExpiry).flatMap { InternetTime.read($0.reveal()) }
    }

    /// Whether that time has passed; then no program gets the login.
    package func hasExpired(at now: Timestamp) -> Bool { expiry.map { $0 <= now } ?? false }

    /// Drops the time, or that a person has taken it away: what was said of a former password is not true of
    /// a new one.
    package mutating func dropExpiry() {
        head.customFields.removeAll { $0.label == HiddenLabel.keePassExpiry }
    }
}
