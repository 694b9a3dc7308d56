import CGTK
import TenonCore
import TenonUI

/// Runs one session in a window.
struct DesktopFrontEnd: ScreenFrontEnd {
    /// `--desktop-keys`.
    static let keys = Setting<String?>(
        "desktop-keys", placeholder: "ID=KEY,…",
        help: "Use these keys for actions, for example copy=<Control><Shift>p; none takes it away.",
        environmentVariable: "TENON_DESKTOP_KEYS")

    /// `--desktop-close-action`.
    static let closeAction = Setting<String?>(
        "desktop-close-action", placeholder: "ID",
        help: "Do this action of the application when the window is closed, for example lock.",
        environmentVariable: "TENON_DESKTOP_CLOSE_ACTION")

    func run(_ host: SessionHost) async throws -> ExitStatus {
        let configuration = host.container[.configuration]
        guard let accelerators = Accelerators(parsing: configuration[Self.keys] ?? "") else {
            throw configuration.refusal(of: Self.keys.declaration)
        }
        let identity = DesktopIdentity(host.application)
        try await DesktopLoop.start(identity, language: host.localizer.language)
        do {
            try await show(host, identity, accelerators)
        } catch {
            await DesktopLoop.stop()
            throw error
        }
        await DesktopLoop.stop()
        return .success
    }

    private func show(
        _ host: SessionHost, _ identity: DesktopIdentity, _ accelerators: Accelerators
    ) async throws {
        let clipboard = DesktopClipboard(clock: host.container[.clock])
        let host = host.overriding { $0.provide(.clipboard, clipboard) }
        let session = try await host.openSession()
        let isDisplayThere = await withTaskCancellationHandler {
            await DisplayLoss.use {
                await Self.showWindow(session, host, identity, accelerators)
                session.end()
                await clipboard.clear()
            }
        } onCancel: {
            session.end()
        }
        session.end()
        // What was copied is gone with the display.
        guard isDisplayThere else { throw DesktopError.displayLost }
    }

    @DesktopActor
    private static func showWindow(
        _ session: Session, _ host: SessionHost, _ identity: DesktopIdentity,
        _ accelerators: Accelerators
    ) async {
        let style = Style(host.container[.appearance])
        gtk_window_set_default_icon_name(identity.name)
        let application = gtk_application_new(identity.name, G_APPLICATION_NON_UNIQUE)
        guard let application else { return }
        g_application_register(
            UnsafeMutableRawPointer(application).assumingMemoryBound(to: GApplication.self), nil,
            nil)
        let window = WindowController(
            session, host: host, application: application, accelerators: accelerators)
        let raising = Task { @DesktopActor in
            for await _ in host.messages() { gtk_window_present(window.window.typed()) }
        }
        await window.run()
        raising.cancel()
        g_object_unref(application)
        withExtendedLifetime((style, window)) {}
    }
}
