import TenonCore

/// What can be set from outside.
struct WebSettings {
    static let port = Setting<Int>(
        "web-port", placeholder: "PORT",
        help: "Serve on this port of 127.0.0.1, from 1 to 65535; 0 takes any free one.",
        environmentVariable: "TENON_WEB_PORT", defaultValue: 0,
        range: 0...65535)
    static let noOpen = Setting<Bool>(
        "web-no-open", help: "Only print the start address; do not open a browser.",
        environmentVariable: "TENON_WEB_NO_OPEN")
    static let idleMinutes = Setting<Int>(
        "web-idle-minutes", placeholder: "MINUTES",
        help: "End the session and the server after this time without use, from 1 to 720.",
        environmentVariable: "TENON_WEB_IDLE_MINUTES", defaultValue: 30,
        range: 1...720)

    let port: Int
    let opensBrowser: Bool
    let limits: WebLimits

    /// Reads the settings.
    ///
    /// - Throws: `SettingError` for an invalid value.
    init(_ configuration: Configuration) throws {
        port = try configuration[Self.port]
        let minutes = try configuration[Self.idleMinutes]
        opensBrowser = configuration.hasDisplay && !configuration[Self.noOpen]
        var limits = WebLimits()
        limits.idleTime = .seconds(60 * minutes)
        self.limits = limits
    }
}
