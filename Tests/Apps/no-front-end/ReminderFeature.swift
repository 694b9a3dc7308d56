import TenonCore

/// A feature that tells the person something, and so needs alerts; nothing here provides them.
enum ReminderFeature: Plugin {
    static let manifest = PluginManifest(
        name: "feature.reminder", version: "1.0.0", summary: "Reminds the person of something")

    static func register(in registrar: inout Registrar) {
        registrar.provide(.reminders, using: .alerts) { alerts in Reminders(alerts: alerts) }
    }
}

/// A feature that needs the other one, to show through whom a port is required.
enum CalendarFeature: Plugin {
    static let manifest = PluginManifest(
        name: "feature.calendar", version: "1.0.0", summary: "Knows when to remind")

    static func register(in registrar: inout Registrar) { registrar.require(.reminders) }
}

/// Reminds the person.
struct Reminders: Sendable {
    let alerts: any AlertPresenting
}

extension AnyPort {
    static let reminders = Port<Reminders>("reminders")
}

@section("tenon_plugins") @used
let reminderFeatureRecord: PluginRecord = (1, 0, { $0.store(ReminderFeature.self) })

@section("tenon_plugins") @used
let calendarFeatureRecord: PluginRecord = (1, 0, { $0.store(CalendarFeature.self) })
