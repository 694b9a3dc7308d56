import TenonCore
import TenonSecurity
import TestSupport
import Testing
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

@Suite("Databases of KeePass 1")
struct KeePass1Tests {
    private func read(
        _ bytes: [UInt8], _ password: SecretText = KeePass1File.password, keyFile: [UInt8]? = nil
    ) throws -> ImportedDocument {
        try bytes.withUnsafeBytes {
            try KeePass1Reader.read(
                $0, FileKey(password: password, keyFile: keyFile.map { SecretText(utf8: $0) }),
                .live)
        }
    }

    private func code(_ bytes: [UInt8], _ password: SecretText = KeePass1File.password)
        -> ErrorCode?
    {
        do {
            _ = try read(bytes, password)
            return nil
        } catch {
            return (error as? any ExplainedError)?.code ?? ErrorCode("defect", .defect)
        }
    }

    @Test("entries, groups, dates and icons arrive", arguments: BlockCipher.allCases)
    func everything(cipher: BlockCipher) async throws {
        var file = KeePass1File()
        file.cipher = cipher
        let fixture = try await TransferFixture()
        let path = try fixture.write(try file.bytes, to: "old.kdb")
        let preview = try await fixture.importer.preview(
            .file(path: path),
            askPassword: { _, attempts in attempts == 0 ? KeePass1File.password : nil })
        #expect(preview.format == .keePass1 && preview.isEncrypted)
        let result = try await fixture.importer.apply(preview)
        #expect(result.problems.isEmpty && result.counts.files == 1)
        #expect(try await fixture.files("Mail") == ["a.pdf": [1, 2, 3]])
        let items = try await fixture.items()
        #expect(
            items.map(\.lines) == [
                [
                    "login Mail", "site=https://mail.example", "user=ada", "password=geheim-ß",
                    "notes=one\r\ntwo", "tag=Internet/Büro",
                ], ["login Old", "password=before", "tag=Backup"],
            ])
        #expect(items[0].created.milliseconds == 1_577_934_245_000)
        #expect(
            items[0].customFields.filter { !$0.label.contains("uuid") }.map {
                "\($0.label)=\($0.value.reveal())"
            } == [
                ".keepass.group=Internet/Büro", ".keepass.expires=2020-01-02T03:04:05.000Z",
                ".keepass.element.IconID=<IconID>5</IconID>",
                ".keepass.group.1.IconID=<IconID>1</IconID>",
            ])
        #expect(
            items[1].customFields.map(\.label) == [".keepass.group", ".keepass.uuid"])
        #expect(try await fixture.import(path: path, password: "päss€wörd").counts.new == 0)
    }

    /// Made by the Perl module File::KeePass 2.03: `save_db` with `version => 1` and 6,000 rounds; the
    /// `ä` is not UTF-8 in it.
    private static let foreign = """
        A9mimmX7S7UCAAAAAgADAPSIVL1hORYIdvTcfWFlmUTu4Z4Vvqb5KR8N9PNodQACAgAAAAIAAADC
        MppPz6Ja/uvXqmLEpI6PKEBU/M6j9U6J8DNSjQ1cR5JHIrzdFQqAHpEU3D8Ls9lo7Vp71C8lyRu2
        0tEANxlVcBcAAOZOa0KpfycFRf1QO/aLvsqKDRNRIhj5Wu0Xa4jwblrTKprJLrnPSeGd7UDnjqtr
        E8P3EofBo+wXz0GMOu3nUUibOo3yMpDzt4/Tx5qMAVmxU+PUGXqXb0NR03yCDRgqApOWj5v9YXQx
        S4lvyo6kR6MomGJ0ZNwlaYlLPPQ6lRV9JJHiyeP1X03USW0mr3Dn6KfkLR0DClUdtxhw8wicPf5P
        x+xiZUGcSmv17rcFJrRJ9c7VT87nGd/bFofcmFd/m0pWziyhXmHFn3O7V0PMPh3l4hnIqYKT8y8s
        4e7luDhIlX9zWQWcmqWBIK8XM7RQrJRajNsYAyB4Uj8ZB4GLEMTC7RvK4i2WQMREKU3pt5QSIhdf
        ZBZSLCf3D0W3pD1lx33+VfKMiBaZDGjGs83TTGUPrxbZ3bCFCNlYHMvbPnvc9OYmd7hcSY4ctUYk
        RpXQUJKPLXVNEKIl8qpPghdUIvhcB+q/FGvqrwhVQ46lWWy7HnLHcc4S+Ge2vPvhf2Qudcskbj3i
        9tPNBaz3GmkRSvXYTn+GzYlikyIECCQs7rosSUR/PigKMYZSkQeX9dgW5ydpgi9wG4pQ8W0iZNtu
        4lMqb8dLDS4SDPKBcdMaCvf/63do/LBhXLwKOzW0YrCER2Ipn+o4TAMtSyvHydNC4xOJc7yV4RoQ
        XzAuKb2/Ri7P
        """

    @Test("a database that another program has made is read")
    func foreignFile() throws {
        let bytes = try #require(Base64.decode(Self.foreign))
        let items = try read(bytes, SecretText("secret")).entries.compactMap { entry in
            if case .item(let item, _) = entry { item } else { nil }
        }
        #expect(
            items.map(\.lines).sorted { $0[0] < $1[0] } == [
                [
                    "login Example", "site=https://mail.example", "user=ada", "password=p1-ä",
                    "notes=one\ntwo", "tag=Work/Mail",
                ], ["login Second", "user=bob", "password=p2", "tag=Work"],
            ])
        let expiry = items.flatMap(\.customFields).filter { $0.label == ".keepass.expires" }
        #expect(expiry.map { $0.value.reveal() } == ["2031-02-03T04:05:06.000Z"])
        #expect(code(bytes, SecretText("Secret")) == .transferWrongPassword)
    }

    @Test("passwords in UTF-8, key files, and both open a database")
    func keys() throws {
        var file = KeePass1File()
        file.password = Array("пароль".utf8)
        #expect(try read(try file.bytes, SecretText("пароль")).entries.count == 2)
        let key = (0..<32).map { UInt8($0 * 3) }
        file.keyFile = key
        #expect(try read(try file.bytes, SecretText("пароль"), keyFile: key).entries.count == 2)
        #expect(code(try file.bytes, SecretText("пароль")) == .transferWrongPassword)
        file.password = []
        #expect(try read(try file.bytes, SecretText(""), keyFile: key).entries.count == 2)
        // KeePass 1 knows no XML: such a file is one like any other.
        let text = Array("<KeyFile/>".utf8)
        file.keyFile = text.withUnsafeBytes { SecretHash.sha256(of: $0) }
        #expect(try read(try file.bytes, SecretText(""), keyFile: text).entries.count == 2)
    }

    @Test("a wrong password, damage, and other versions and ciphers are refused")
    func refused() throws {
        let file = try KeePass1File().bytes
        #expect(code(file, SecretText("other")) == .transferWrongPassword)
        for count in [8, 60, 123] { #expect(code(Array(file[..<count])) == .transferDamaged) }
        #expect(code(Array(file[..<124])) == .transferDamaged)
        #expect(code(Array(file.dropLast())) == .transferDamaged)
        #expect(code(Array(file.dropLast(16))) == .transferWrongPassword)
        var other = file
        other[8] = 4
        #expect(code(other) == .transferUnsupported)
        other = file
        other[14] = 4
        #expect(code(other) == .transferUnsupported)
    }

    @Test("counts that are promised and not kept, and absurd derivations, are refused")
    func hostile() throws {
        for (groups, entries) in [(UInt32.max - 3, UInt32(0)), (0, .max - 3), (1, 0), (0, 1)] {
            var file = KeePass1File()
            file.promised = (groups, entries)
            #expect(code(try file.bytes) == .transferDamaged, "\(groups) \(entries)")
        }
        // A field that claims to be longer than the file.
        var file = KeePass1File()
        file.promised = (0, 1)
        file.further = [4, 0, 0xFF, 0xFF, 0xFF, 0xFF]
        #expect(code(try file.bytes) == .transferDamaged)
        var bytes = try KeePass1File().bytes
        bytes.replaceSubrange(120..<124, with: [0xFF, 0xFF, 0xFF, 0xFF])
        let absurd = code(bytes)
        #expect(absurd == .transferTooLarge || absurd == .securityParameters)
        bytes.replaceSubrange(120..<124, with: [0, 0, 0, 0])
        #expect(code(bytes) == .securityParameters)
    }

    @Test("damage inside of the encryption never crashes: types, lengths, texts, times")
    func innerDamage() throws {
        var generator = SeededGenerator(seed: 6)
        let header = PlainRecords()
        var good = 0
        for _ in 0..<5_000 {
            var bytes = header.content
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] = UInt8.random(in: 0...255, using: &generator)
            }
            if header.opens(bytes) { good += 1 }
        }
        #expect(good > 0 && good < 5_000)
    }

    @Test("KDBX 2 and the files of the first trials are read as version 3 is")
    func older() async throws {
        for (place, byte) in [(10, UInt8(2)), (4, 0x66)] {
            var file = try OtherKeePassFile().version3()
            file[place] = byte
            if place == 4 { file[10] = 2 }
            let entries = try file.withUnsafeBytes {
                try KeePassReader(tools: .live).read($0, password: OtherKeePassFile.password)
            }.entries
            #expect(entries.first?["Password"]?.reveal() == "geheim-ß")
        }
    }
}

/// The records of a sample without their encryption.
private struct PlainRecords {
    private let header: KeePass1Header?
    let content: [UInt8]

    init() {
        let file = KeePass1File()
        content = file.content
        header = try? file.bytes.withUnsafeBytes { bytes in
            var cursor = ByteCursor(bytes)
            return try KeePass1Header(&cursor)
        }
    }

    /// Whether some records can be read.
    func opens(_ bytes: [UInt8]) -> Bool {
        guard let header else { return false }
        return bytes.withUnsafeBytes {
            (try? KeePass1Content.document(in: $0, header).imported(as: .keePass1, .live)) != nil
        }
    }
}
