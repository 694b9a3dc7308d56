import CGTK
import Glibc

/// The display that windows are opened on.
enum DesktopDisplay {
    /// Devices of which one is there where a graphics processor draws OpenGL: of the kernel, of
    /// NVIDIA's driver, and of Windows around Linux.
    private static let graphics = ["/dev/dri", "/dev/nvidiactl", "/dev/dxg"]

    /// Opens it and prepares GTK; call it from GTK's thread.
    ///
    /// On X11, GTK prepares OpenGL in any case. Without a graphics processor the compiler for it
    /// takes 60 MB, and GTK's own drawing is as good.
    ///
    /// - Returns: Whether there is one.
    static func open() -> Bool {
        // From GTK 4.16 on it has another name.
        guard drawsItself, g_getenv("GDK_DEBUG") == nil, gtk_get_minor_version() < 16 else {
            return gtk_init_check() != 0
        }
        // Otherwise GTK would try OpenGL first, and print that it is missing.
        g_setenv("GSK_RENDERER", "cairo", 1)
        g_setenv("GDK_DEBUG", "gl-disable", 1)
        // Not for the programs that this one starts.
        defer { g_unsetenv("GDK_DEBUG") }
        return gtk_init_check() != 0
    }

    /// Whether GTK draws without OpenGL: the person wants it, or there is no graphics processor.
    private static var drawsItself: Bool {
        if let renderer = g_getenv("GSK_RENDERER") { return String(cString: renderer) == "cairo" }
        return !graphics.contains { access($0, F_OK) == 0 }
    }
}
