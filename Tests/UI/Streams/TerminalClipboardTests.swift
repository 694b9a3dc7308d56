import Foundation
import TenonCore
import TenonUI
import Testing

@Suite("The clipboard of a terminal")
struct TerminalClipboardTests {
    /// What a terminal gets while a clipboard is used.
    private func sent(_ use: (TerminalClipboard) -> Void) throws -> String {
        let pipe = Pipe()
        let writer = OutputWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        let clipboard = TerminalClipboard()
        clipboard.use(writer)
        use(clipboard)
        clipboard.use(nil)
        try pipe.fileHandleForWriting.close()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        return String(decoding: data, as: UTF8.self)
    }

    /// The sequence with which a terminal copies base64.
    private func sequence(_ text: String) -> String {
        "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}"
    }

    @Test("is asked for by a sequence with the text in it", arguments: ["a", "ab", "pässwörd ✓"])
    func copy(_ text: String) throws {
        let output = try sent { clipboard in
            let isAsked = clipboard.copy(SecretText(text))
            #expect(isAsked)
        }
        #expect(output == sequence(text) + sequence(" ") + sequence(""))
    }

    @Test("is cleared once, and not at all when nothing was copied")
    func clear() throws {
        let output = try sent { clipboard in
            _ = clipboard.copy(SecretText("once"))
            clipboard.clear()
            clipboard.clear()
        }
        #expect(output == sequence("once") + sequence(" ") + sequence(""))
        #expect(try sent { $0.clear() } == "")
    }

    @Test("does not take what terminals cut off, and nothing where there is no terminal")
    func refused() throws {
        let long = SecretText(String(repeating: "x", count: 50_000))
        let output = try sent { clipboard in
            let isAsked = clipboard.copy(long)
            #expect(!isAsked)
        }
        #expect(output.isEmpty)
        let clipboard = TerminalClipboard()
        #expect(!clipboard.isThere && !clipboard.copy(SecretText("x")))
    }
}
