import CExpat
import TenonCore

/// One reading of a document: what the parser calls back to.
final class ExpatVisit {
    /// What ended the reading early.
    private(set) var error: (any Error)?

    private let parser: XML_Parser
    private let limits: XMLLimits
    private let body: (XMLEvent) throws -> Void
    private var depth = 0
    private var elements = 0
    private var textCount = 0

    init(
        _ parser: XML_Parser, limits: XMLLimits, _ body: @escaping (XMLEvent) throws -> Void
    ) {
        self.parser = parser
        self.limits = limits
        self.body = body
    }

    /// The line that the parser is at.
    var line: Int { Int(XML_GetCurrentLineNumber(parser)) }

    /// Makes the parser call this object, which must live as long as the parser is fed.
    func connect() {
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { context, name, attributes in ExpatVisit.at(context)?.start(name, attributes) },
            { context, name in ExpatVisit.at(context)?.end(name) })
        XML_SetCharacterDataHandler(parser) { context, text, count in
            ExpatVisit.at(context)?.text(text, Int(count))
        }
        XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
            guard let visit = ExpatVisit.at(context) else { return }
            visit.stop(XMLError.documentType(line: visit.line))
        }
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> ExpatVisit? {
        context.map { Unmanaged<ExpatVisit>.fromOpaque($0).takeUnretainedValue() }
    }

    private func start(
        _ name: UnsafePointer<CChar>?,
        _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) {
        depth += 1
        elements += 1
        textCount = 0
        guard error == nil, let name else { return }
        guard depth <= limits.depth, elements <= limits.elements else { return stopTooLarge() }
        var pairs: [String: String] = [:]
        var index = 0
        while let attributes, let key = attributes[index], let value = attributes[index + 1] {
            guard pairs.count < limits.attributes, let key = text(key), let value = text(value)
            else { return stopTooLarge() }
            pairs[key] = value
            index += 2
        }
        guard let name = text(name) else { return stopTooLarge() }
        emit(.start(name: name, attributes: pairs))
    }

    private func end(_ name: UnsafePointer<CChar>?) {
        depth -= 1
        textCount = 0
        guard error == nil, let name = name.flatMap(text) else { return }
        emit(.end(name: name))
    }

    private func text(_ start: UnsafePointer<CChar>?, _ count: Int) {
        textCount += count
        guard error == nil else { return }
        guard textCount <= limits.text else { return stopTooLarge() }
        emit(.text(UnsafeRawBufferPointer(start: start, count: count)))
    }

    /// A name; `nil` when it is too long.
    private func text(_ pointer: UnsafePointer<CChar>) -> String? {
        let text = String(cString: pointer)
        return text.utf8.count <= limits.name ? text : nil
    }

    private func emit(_ event: XMLEvent) {
        do { try body(event) } catch { stop(error) }
    }

    private func stopTooLarge() { stop(XMLError.tooLarge(line: line)) }

    private func stop(_ error: any Error) {
        if self.error == nil { self.error = error }
        XML_StopParser(parser, 0)
    }
}
