import Foundation

/// What the fuzzer calls with each input: everything that reads locations, patterns and push
/// messages from outside.
///
/// A broken promise stops the process, which the fuzzer reports.
@_cdecl("fuzz_routing")
func fuzzRouting(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    if bytes.first == UInt8(ascii: "{") { checkPush(Data(bytes)) }
    // The first line is a location, the others are patterns.
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    guard let first = lines.first else { return 0 }
    let patterns = lines.dropFirst().prefix(24).compactMap { try? RoutePattern($0) }
    for pattern in patterns { checkPattern(pattern) }
    if let location = checkLocation(first) { checkMatch(location, patterns) }
    return 0
}

/// The printed form of a parsed value parses to an equal value.
private func checkLocation(_ text: String) -> Location? {
    guard let location = try? Location(parsing: text, scheme: "wallet") else { return nil }
    precondition(!location.segments.isEmpty && !location.segments.contains(""))
    let printed = location.description
    precondition(printed.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    precondition((try? Location(parsing: printed)) == location)
    precondition((try? Location(parsing: "wallet://\(printed)", scheme: "wallet")) == location)
    return location
}

/// What is written in a pattern can be read again.
private func checkPattern(_ pattern: RoutePattern) {
    precondition((try? RoutePattern(pattern.text)) == pattern)
    _ = try? pattern.location(["a": "1", "b": "x:y", "c": "%41"])
}

/// The match of a location leads back to it, in whatever order the patterns are added.
private func checkMatch(_ location: Location, _ patterns: [RoutePattern]) {
    let (forward, backward) = (makeRouter(patterns), makeRouter(patterns.reversed()))
    let match = try? forward.match(location)
    guard let match else {
        precondition((try? backward.match(location)) == nil)
        return
    }
    let back = try? match.pattern.location(match.arguments, query: location.query)
    precondition(back == location)
    let other = try? backward.match(location)
    // Which of two patterns in conflict counts depends on the order; their shape does not.
    precondition(other.map { shape($0.pattern) } == shape(match.pattern))
}

private func makeRouter(_ patterns: [RoutePattern]) -> Router<Int> {
    var router = Router<Int>()
    for (index, pattern) in patterns.enumerated() { try? router.add(pattern, index) }
    return router
}

private func shape(_ pattern: RoutePattern) -> [String] {
    pattern.segments.map { segment in
        switch segment {
        case .constant: "="
        case .parameter(_, let constraint): "{\(constraint.rawValue)}"
        case .rest: "..."
        }
    }
}

/// A payload that is decoded is encoded to one that is decoded to the same.
private func checkPush(_ payload: Data) {
    guard let message = try? JSONDecoder().decode(PushMessage.self, from: payload) else { return }
    if let location = try? message.location(scheme: "wallet") {
        precondition((try? Location(parsing: location.description)) == location)
    }
    guard let data = try? JSONEncoder().encode(message) else { return }
    precondition((try? JSONDecoder().decode(PushMessage.self, from: data)) == message)
}
