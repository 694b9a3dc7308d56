import CGTK
import TenonUI

/// The looks of the windows: the style sheet, light or dark, and the side at which they begin.
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
        gtk_widget_set_default_direction(
            appearance.localizer.isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
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
        gtk_css_provider_load_from_data(
            provider, Self.sheet(isDark: isDark, of: appearance.brand), -1)
    }

    /// The style sheet for the looks of a product.
    nonisolated static func sheet(isDark: Bool, of brand: Brand) -> String {
        tones(isDark: isDark, of: brand)
            + String(decoding: PackageResources.Style_css, as: UTF8.self)
            + accent(isDark: isDark, of: brand) + brand.avatars.styleSheet
    }

    /// The colours of tones, which have to be read on the theme's background.
    private nonisolated static func tones(isDark: Bool, of brand: Brand) -> String {
        let theme = brand.theme(isDark: isDark)
        return """
            @define-color tone_positive \(theme[.positive].hex);
            @define-color tone_caution \(theme[.caution].hex);
            @define-color tone_critical \(theme[.critical].hex);
            @define-color tone_link \(isDark ? "#78aeed" : "#1b6acb");

            """
    }

    /// The colours of what can be pressed, for a product that has its own; otherwise the desktop's
    /// colours count.
    private nonisolated static func accent(isDark: Bool, of brand: Brand) -> String {
        let theme = brand.theme(isDark: isDark)
        guard theme != Brand.standard.theme(isDark: isDark) else { return "" }
        let (accent, ink) = (theme[.accent].hex, theme[.onAccent].hex)
        return """
            @define-color tone_link \(accent);
            @define-color theme_selected_bg_color \(accent);
            @define-color theme_selected_fg_color \(ink);
            button.suggested-action:not(:disabled) { background: \(accent); color: \(ink); }
            switch:checked { background: \(accent); border-color: \(accent); }
            check:checked, radio:checked { background: \(accent); color: \(ink); }
            progressbar progress { background: \(accent); border-color: \(accent); }
            entry:focus-within, passwordentry:focus-within { outline-color: \(accent); }

            """
    }
}
