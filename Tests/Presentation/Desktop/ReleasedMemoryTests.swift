import CGTK
import TenonSecurity
import Testing

@Suite(
    "What GTK lets go of in a program with secrets", .enabled(if: DeadMemory.isWipedOnRelease))
struct ReleasedMemoryTests {
    @Test("is overwritten, also where GLib manages the memory itself")
    func slices() throws {
        let buffer = gtk_text_buffer_new(nil)
        defer { g_object_unref(buffer.map(UnsafeMutableRawPointer.init)) }
        gtk_text_buffer_set_text(buffer, "several words", -1)
        var start = GtkTextIter()
        gtk_text_buffer_get_start_iter(buffer, &start)
        // It is in memory that GLib manages, as the text itself is.
        let made = gtk_text_iter_copy(&start)
        let copy = try #require(made)
        // An allocator links what is released by its first bytes.
        let content = UnsafeRawBufferPointer(start: copy, count: MemoryLayout<GtkTextIter>.size)
            .dropFirst(16)
        #expect(content.contains { $0 != 0 })
        gtk_text_iter_free(copy)
        #expect(content.allSatisfy { $0 == 0 })
    }
}
