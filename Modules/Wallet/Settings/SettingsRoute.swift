package import TenonCore

/// The locations of this feature.
package enum SettingsRoute {
    /// What can be chosen.
    package static let settings = Route("settings")
}
