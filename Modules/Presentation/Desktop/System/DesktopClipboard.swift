import CGTK
import Glibc
import TenonCore
import TenonMemory

/// The clipboard of the display, written by this process itself.
///
/// What is copied is marked as a secret for clipboard managers, on Wayland by the type of the mark
/// alone (see `tenon_gtk_answer_hints`). It is cleared when its time is over unless something else
/// was copied meanwhile, and goes with the process at the latest.
final class DesktopClipboard: ClipboardWriting {
    private let clock: any TimeTelling
    @DesktopActor private var content: OpaquePointer?
    @DesktopActor private var expiry: Task<Void, Never>?
    @DesktopActor private var answersHints = false

    init(clock: any TimeTelling) { self.clock = clock }

    func copy(_ secret: SecretText, clearAfter duration: Duration) async throws {
        try await put(secret, for: duration)
    }

    func clear() async { await clearIfOurs() }

    @DesktopActor
    private func put(_ secret: SecretText, for duration: Duration) throws {
        guard let clipboard = Self.clipboard else { throw DesktopError.noClipboard }
        if !answersHints {
            answersHints = true
            tenon_gtk_answer_hints(gdk_display_get_default())
        }
        expiry?.cancel()
        var parts: [UnsafeMutablePointer<GdkContentProvider>?] = [
            Self.provider("text/plain;charset=utf-8", secret),
            Self.provider("text/plain", secret),
            Self.provider(TENON_GTK_SECRET_HINT, SecretText(TENON_GTK_SECRET_HINT_CONTENT)),
        ]
        let content = gdk_content_provider_new_union(&parts, gsize(parts.count))
        drop()
        self.content = content.map { OpaquePointer($0) }
        guard gdk_clipboard_set_content(clipboard, content) != 0 else {
            throw DesktopError.noClipboard
        }
        expiry = Task { [clock, weak self] in
            guard (try? await clock.sleep(for: duration)) != nil else { return }
            self?.clearIfOurs()
        }
    }

    @DesktopActor
    private func clearIfOurs() {
        expiry?.cancel()
        expiry = nil
        if let clipboard = Self.clipboard, let content,
            gdk_clipboard_get_content(clipboard).map({ OpaquePointer($0) }) == content
        {
            gdk_clipboard_set_content(clipboard, nil)
        }
        drop()
    }

    @DesktopActor
    private func drop() {
        if let content { g_object_unref(UnsafeMutableRawPointer(content)) }
        content = nil
    }

    @DesktopActor private static var clipboard: OpaquePointer? {
        gdk_display_get_default().flatMap { gdk_display_get_clipboard($0) }
    }

    /// The clipboard's content of a type; the bytes are wiped with the last reference to them.
    @DesktopActor
    private static func provider(
        _ type: String, _ secret: SecretText
    ) -> UnsafeMutablePointer<GdkContentProvider>? {
        let buffer = SecretBuffer(capacity: secret.count)
        buffer.append(secret)
        let bytes = g_bytes_new_with_free_func(
            buffer.bytes.baseAddress, gsize(buffer.count),
            { data in if let data { Unmanaged<SecretBuffer>.fromOpaque(data).release() } },
            Unmanaged.passRetained(buffer).toOpaque())
        defer { g_bytes_unref(bytes) }
        return gdk_content_provider_new_for_bytes(type, bytes)
    }
}
