/// How much of a compressed or nested document is accepted; documents come from strangers.
public struct ArchiveLimits: Sendable, Equatable {
    /// The most entries.
    public var entries: Int
    /// The most bytes of one entry when it is expanded.
    public var entrySize: Int
    /// The most bytes of all entries together when they are expanded.
    public var totalSize: Int
    /// How many times larger than its compressed form an entry may be.
    public var ratio: Int

    /// Makes limits; sizes are in bytes.
    public init(
        entries: Int = 10_000, entrySize: Int = 256 << 20, totalSize: Int = 1 << 30,
        ratio: Int = 1_000
    ) {
        self.entries = entries
        self.entrySize = entrySize
        self.totalSize = totalSize
        self.ratio = ratio
    }
}

/// One file in an archive.
public struct ArchiveEntry: Sendable, Equatable {
    /// The path inside of the archive, with `/` between folders; never absolute, never with `..`.
    public let path: String
    /// How many bytes it has when it is expanded.
    public let size: Int

    /// Describes a file in an archive.
    public init(path: String, size: Int) {
        self.path = path
        self.size = size
    }
}

/// An archive that was opened.
public protocol Archive: AnyObject {
    /// The files in it, in its order; folders are left out.
    var entries: [ArchiveEntry] { get }

    /// Expands one file into memory that is wiped.
    ///
    /// - Throws: An ``ExplainedError`` when there is no such file, it is damaged, or it turns out to be
    ///   larger than it says.
    func contents(of path: String) throws -> SecretText
}

/// Opens and makes archives in the zip format.
public protocol ArchiveCoding: Sendable {
    /// Opens an archive that is in memory; nothing is ever written to a disk.
    ///
    /// - Throws: An ``ExplainedError`` when it is not an archive, is beyond the limits, is
    ///   encrypted, or has a path that leads out of it.
    func open(_ bytes: SecretText, limits: ArchiveLimits) throws -> any Archive

    /// Makes an archive of files in memory, compressed, in their order.
    ///
    /// - Parameter files: Each with its path, which has `/` between folders.
    /// - Throws: An ``ExplainedError`` when a path leads out of the archive or occurs twice, or there is
    ///   no memory left.
    func make(_ files: [(path: String, content: SecretText)]) throws -> SecretText
}

/// Expands and compresses bytes in the gzip format (RFC 1952).
public protocol GzipCoding: Sendable {
    /// Expands bytes and lends the result piece by piece; the pieces are wiped afterwards.
    ///
    /// - Parameters:
    ///   - bytes: The compressed bytes.
    ///   - limit: The most bytes that the result may have.
    ///   - body: Takes a piece, which is valid only inside the closure.
    /// - Throws: An ``ExplainedError`` when the bytes are damaged or the result is too large; and what
    ///   the closure throws.
    func expand(
        _ bytes: UnsafeRawBufferPointer, limit: Int,
        _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws

    /// Compresses bytes and lends the result piece by piece.
    func compress(
        _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws
}

/// How much of an XML document is accepted.
public struct XMLLimits: Sendable, Equatable {
    /// The most elements inside of each other.
    public var depth: Int
    /// The most elements.
    public var elements: Int
    /// The most bytes of text between two tags.
    public var text: Int
    /// The most attributes of an element.
    public var attributes: Int
    /// The most bytes of a name or of the value of an attribute.
    public var name: Int

    /// Makes limits.
    public init(
        depth: Int = 64, elements: Int = 50_000_000, text: Int = 64 << 20, attributes: Int = 32,
        name: Int = 4_096
    ) {
        self.depth = depth
        self.elements = elements
        self.text = text
        self.attributes = attributes
        self.name = name
    }
}

/// What comes next in an XML document.
public enum XMLEvent {
    /// An element begins; its attributes are by their names.
    case start(name: String, attributes: [String: String])
    /// A piece of text in UTF-8, with references resolved; a text may come in many pieces.
    case text(UnsafeRawBufferPointer)
    /// An element ends.
    case end(name: String)
}

/// Reads XML documents as a stream of events.
public protocol XMLReading: Sendable {
    /// Reads a document in UTF-8 that is in memory.
    ///
    /// Document types are refused, and with them every entity but the five of XML itself: a document
    /// can neither read another file nor grow.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - limits: How deep and how large it may be.
    ///   - body: Takes an event; what is lent with it is valid only inside the closure.
    /// - Throws: An ``ExplainedError`` with the line when the document is not well-formed, has a
    ///   document type or is beyond the limits; and what the closure throws.
    func read(
        _ bytes: UnsafeRawBufferPointer, limits: XMLLimits, _ body: (XMLEvent) throws -> Void
    ) throws
}

/// How a program ended.
public struct ProgramOutcome: Sendable {
    /// What it exited with; `nil` when a signal ended it.
    public let status: Int32?
    /// What it wrote to standard output.
    public let output: SecretText

    /// Describes the end of a program.
    public init(status: Int32?, output: SecretText) {
        self.status = status
        self.output = output
    }
}

/// Runs other programs of this machine.
public protocol ProgramRunning: Sendable {
    /// Runs a program without a shell; its output is kept in memory that is wiped.
    ///
    /// - Parameters:
    ///   - name: The name, looked up on the `PATH`.
    ///   - arguments: The arguments, without the name; they are visible to others on this machine.
    ///   - input: What it reads from standard input.
    ///   - limit: The most bytes of output.
    ///   - duration: How long it may take before it is ended.
    /// - Returns: `nil` when there is no such program, or it was ended for its output, for its time,
    ///   or since the task was cancelled.
    func run(
        _ name: String, arguments: [String], input: SecretText, limit: Int,
        within duration: Duration
    ) async -> ProgramOutcome?
}

extension AnyPort {
    /// Archives in the zip format.
    public static let archives = Port<any ArchiveCoding>("archives", providers: ["TenonArchive"])
    /// Compression in the gzip format.
    public static let gzip = Port<any GzipCoding>("gzip", providers: ["TenonArchive"])
    /// Documents in XML.
    public static let xml = Port<any XMLReading>("xml", providers: ["TenonXML"])
    /// Other programs.
    public static let programs = Port<any ProgramRunning>("programs", providers: ["TenonSystem"])
}
