import CExpat
import Glibc
public import TenonCore

/// Reads XML as a stream of events, by Expat.
///
/// What the parser allocates is wiped when it is freed.
public struct ExpatReader: XMLReading {
    private static let pieceSize = 1 << 20

    /// Makes a reader.
    public init() {}

    /// Reads a document in UTF-8; see `XMLReading`.
    public func read(
        _ bytes: UnsafeRawBufferPointer, limits: XMLLimits, _ body: (XMLEvent) throws -> Void
    ) throws {
        try withoutActuallyEscaping(body) { body in
            var memory = Self.wipedMemory
            // The given encoding overrides the one in the document.
            guard let parser = XML_ParserCreate_MM("UTF-8", &memory, nil) else {
                throw XMLError.failure
            }
            defer { XML_ParserFree(parser) }
            let visit = ExpatVisit(parser, limits: limits, body)
            try withExtendedLifetime(visit) {
                visit.connect()
                try Self.feed(bytes, to: parser, visit)
            }
        }
    }

    private static func feed(
        _ bytes: UnsafeRawBufferPointer, to parser: XML_Parser, _ visit: ExpatVisit
    ) throws {
        var rest = bytes
        while true {
            let count = min(rest.count, pieceSize)
            let start = rest.baseAddress?.assumingMemoryBound(to: CChar.self)
            let isFinal = count == rest.count
            let status = XML_Parse(parser, start, Int32(count), isFinal ? 1 : 0)
            if let error = visit.error { throw error }
            guard status == XML_STATUS_OK else {
                let code = XML_GetErrorCode(parser)
                guard code != XML_ERROR_NO_MEMORY else { throw XMLError.failure }
                let reason = XML_ErrorString(code).map { String(cString: $0) } ?? "\(code.rawValue)"
                throw XMLError.malformed(line: visit.line, reason: reason)
            }
            guard !isFinal else { return }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// Memory of the C library that is wiped before it is given back.
    private static var wipedMemory: XML_Memory_Handling_Suite {
        XML_Memory_Handling_Suite(
            malloc_fcn: { malloc($0) },
            realloc_fcn: { memory, size in
                guard let memory else { return malloc(size) }
                guard let larger = malloc(size) else { return nil }
                let present = malloc_usable_size(memory)
                memcpy(larger, memory, min(present, size))
                explicit_bzero(memory, present)
                free(memory)
                return larger
            },
            free_fcn: { memory in
                guard let memory else { return }
                explicit_bzero(memory, malloc_usable_size(memory))
                free(memory)
            })
    }
}
