import CGTK
import TenonUI

/// The looks of the windows: the style sheet, and light or dark.
@DesktopActor
final class Style {
    private let appearance: Appearance
    private let system = SystemScheme()
    private let provider = gtk_css_provider_new()
    private var observation: Appearance.Observation?
    private var isDark: Bool?

    init(_ appearance: Appearance) {
        self.appearance = appearance
        gtk_style_context_add_provider_for_display(
            gdk_display_get_default(), provider.map { OpaquePointer($0) },
            guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        observation = appearance.observe { [weak self] in
            Task { @DesktopActor in self?.apply() }
        }
        system.watch { [weak self] in self?.apply() }
        apply()
    }

    isolated deinit { g_object_unref(provider.map { UnsafeMutableRawPointer($0) }) }

    private func apply() {
        let isDark =
            switch appearance.scheme {
            case .light: false
            case .dark: true
            case .system, nil: system.isDark
            }
        guard isDark != self.isDark else { return }
        self.isDark = isDark
        tenon_gtk_set_bool(
            gtk_settings_get_default().map { UnsafeMutableRawPointer($0) },
            "gtk-application-prefer-dark-theme", isDark.c)
        let sheet = String(decoding: PackageResources.Style_css, as: UTF8.self)
        gtk_css_provider_load_from_data(provider, Self.tones(isDark: isDark) + sheet, -1)
    }

    /// The colours of tones, which have to be read on the theme's background.
    private static func tones(isDark: Bool) -> String {
        let theme = isDark ? Theme.dark : Theme.light
        return """
            @define-color tone_positive \(theme[.positive].hex);
            @define-color tone_caution \(theme[.caution].hex);
            @define-color tone_critical \(theme[.critical].hex);
            @define-color tone_link \(isDark ? "#78aeed" : "#1b6acb");

            """
    }
}
