import Foundation
import Testing
import WalletVault

@Suite("Folders of what is not complete yet")
struct DraftFolderTests {
    private let fixture = VaultFixture()

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: fixture.folder).sorted() }
    }

    /// A folder as one that was killed leaves it behind.
    private func leave(_ files: [String]) throws -> String {
        let path = "\(fixture.folder)/.wallet-\(ItemID()).draft"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700]
        )
        for file in files { try Data("secret".utf8).write(to: URL(filePath: "\(path)/\(file)")) }
        return path
    }

    @Test("What a killed command has left behind is removed by the next one")
    func leftovers() throws {
        _ = try leave(["file", "file-wal", "file-shm"])
        _ = try leave([])
        let folder = try DraftFolder(in: fixture.folder)
        #expect(try names.count == 1)
        folder.remove()
        #expect(try names.isEmpty)
    }

    @Test("What was left in a folder of the person's choice is found by its note")
    func noted() throws {
        let notes = DraftNotes(stateDirectory: fixture.folder)
        let draft = try leave(["file"])
        let gone = "\(fixture.folder)/away/.wallet-\(ItemID()).draft"
        try FileManager.default.createDirectory(
            atPath: "\(fixture.folder)/drafts", withIntermediateDirectories: false)
        for target in [draft, gone] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(fixture.folder)/drafts/\(ItemID())", withDestinationPath: target)
        }
        notes.removeLeftovers()
        #expect(!FileManager.default.fileExists(atPath: draft))
        // Its disk may be away.
        let left = try FileManager.default.contentsOfDirectory(
            atPath: "\(fixture.folder)/drafts")
        #expect(left.count == 1)
    }

    @Test("A note is there as long as its draft")
    func noteOfDraft() throws {
        let notes = DraftNotes(stateDirectory: fixture.folder)
        var count: Int? {
            try? FileManager.default.contentsOfDirectory(atPath: "\(fixture.folder)/drafts").count
        }
        let draft = try DraftFolder(in: fixture.folder, notedIn: notes)
        notes.removeLeftovers()
        #expect(count == 1)
        draft.remove()
        #expect(count == nil)
    }

    @Test("A draft within a draft is removed as well")
    func nested() throws {
        let outer = try leave(["file"])
        let inner = try DraftFolder(in: outer)
        let kept = try leave(["file"])
        try FileManager.default.moveItem(
            atPath: kept, toPath: "\(outer)/\((kept as NSString).lastPathComponent)")
        inner.remove()
        DraftFolder.removeLeftovers(in: fixture.folder)
        #expect(try names.isEmpty)
    }

    @Test("A draft that somebody works on stays, and so does all that was not made here")
    func kept() throws {
        let living = try DraftFolder(in: fixture.folder)
        try Data("half".utf8).write(to: URL(filePath: living.file))
        let foreign = try leave(["file", "notes.txt"])
        let open = try leave(["file"])
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: open)
        try FileManager.default.createDirectory(
            atPath: fixture.folder + "/.wallet-mine.draft", withIntermediateDirectories: false)
        let before = try names
        let second = try DraftFolder(in: fixture.folder)
        second.remove()
        #expect(try names == before)
        #expect(FileManager.default.fileExists(atPath: foreign + "/file"))
        #expect(try String(contentsOfFile: living.file, encoding: .utf8) == "half")
        living.remove()
    }

    @Test("A file gets its name, and never that of another one")
    func naming() throws {
        let (draft, target) = (fixture.folder + "/draft", fixture.folder + "/target")
        try Data("new".utf8).write(to: URL(filePath: draft))
        try Data("old".utf8).write(to: URL(filePath: target))
        #expect(FileName.move(draft, to: target) == EEXIST)
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "old")
        try FileManager.default.removeItem(atPath: target)
        #expect(FileName.move(draft, to: target) == 0)
        #expect(try names == ["target"])
    }
}
