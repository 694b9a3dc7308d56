package import TenonCore

/// The locations of this feature.
package enum AuditRoute {
    /// The audit.
    package static let audit = Route("audit")
}
