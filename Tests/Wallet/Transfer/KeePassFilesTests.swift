import TenonCore
import TenonMemory
import TestSupport
import Testing

@testable import WalletTransfer  // The readers of formats are internal.

@Suite("Files in the documents of KeePass")
struct KeePassFilesTests {
    private typealias Reason = RowProblem.Reason

    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static func base64(_ text: String) -> String { Base64.encode(bytes(text)) }

    private static func packed(_ text: String) throws -> String {
        let result = SecretBuffer(capacity: 64)
        try bytes(text).withUnsafeBytes { bytes in
            try DocumentTools.live.gzip.compress(bytes) { result.append($0) }
        }
        return Base64.encode(result.array)
    }

    @Test("A document in XML has them packed or not, here or there; what is missing is said")
    func inDocument() throws {
        let xml = """
            <KeePassFile><Meta><Binaries>
            <Binary ID="0">\(Self.base64("zero"))</Binary>
            <Binary ID="1" Compressed="True">\(try Self.packed("one"))</Binary>
            <Binary ID="2" Compressed="True">\(Self.base64("not packed"))</Binary>
            <Binary ID="3">***</Binary>
            <Binary ID="4"></Binary>
            </Binaries></Meta><Root><Group><Entry>
            <String><Key>Title</Key><Value>Mail</Value></String>
            <Binary><Key>0</Key><Value Ref="0"/></Binary>
            <Binary><Value Ref="1"/><Key>1</Key></Binary>
            <Binary><Key>2</Key><Value Ref="2"/></Binary>
            <Binary><Key>3</Key><Value Ref="3"/></Binary>
            <Binary><Key>4</Key><Value Ref="4"/></Binary>
            <Binary><Key>5</Key><Value Ref="5"/></Binary>
            <Binary><Key>6</Key><Value Compressed="True">\(try Self.packed("six"))</Value></Binary>
            <Binary><Key>7</Key></Binary>
            <History><Entry><String><Key>Title</Key><Value>Mail</Value></String>
            <Binary><Key>former</Key><Value>\(Self.base64("former"))</Value></Binary>
            <Binary><Key>again</Key><Value Ref="0"/></Binary></Entry>
            <Entry><Binary><Key>f</Key><Value>\(Self.base64("former"))</Value></Binary></Entry>
            </History></Entry></Group></Root></KeePassFile>
            """
        let reader = KeePassDocumentReader(stream: nil, gzip: DocumentTools.live.gzip)
        let document = try Self.bytes(xml).withUnsafeBytes {
            try reader.read($0, DocumentTools.live.xml)
        }
        let rows = DocumentRows(document.imported(as: .keePassXML, .live))
        guard case .item? = rows.next() else {
            Issue.record("There is no item.")
            return
        }
        #expect(
            try rows.files.map { "\($0.name)=\(try $0.content.read().reveal())" }
                == ["0=zero", "1=one", "4=", "6=six"])
        var reasons: [Reason] = []
        while case .problem(let problem)? = rows.next() { reasons.append(problem.reason) }
        #expect(
            reasons == ["2", "3", "5", "7"].map { Reason.fileMissing($0) } + [.formerFiles(1)])
    }

    @Test("In version 3.1 they are in the document, hidden as passwords are")
    func version3() throws {
        let file = try OtherKeePassFile().version3(files: [Self.bytes("zero"), Self.bytes("one")])
        let document = try file.withUnsafeBytes {
            try KeePassReader(tools: .live).read($0, password: OtherKeePassFile.password)
        }
        let entry = try #require(document.entries.first)
        #expect(entry["Password"]?.reveal() == "geheim-ß")
        #expect(
            entry.files == [
                .init(name: "file 0", found: Self.bytes("zero").withUnsafeBytes { FoundFile($0) }),
                .init(name: "file 1", found: Self.bytes("one").withUnsafeBytes { FoundFile($0) }),
            ])
    }
}
