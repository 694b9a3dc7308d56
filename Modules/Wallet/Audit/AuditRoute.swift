import TenonCore

/// The locations of this feature.
enum AuditRoute {
    /// The audit.
    static let audit = Route("audit")
}
