import CMemorySearch

/// Markers that are looked for all at once.
final class PatternSet {
    private let patterns: OpaquePointer?
    /// What each pattern is counted as.
    private let kinds: [String]

    /// Takes all forms of some markers.
    init(_ markers: [Marker]) {
        let forms = markers.flatMap { marker in marker.forms.map { (marker.kind, $0) } }
        kinds = forms.map(\.0)
        let copies = forms.map { _, form in
            let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: form.count)
            copy.initialize(from: form, count: form.count)
            return copy
        }
        defer { for copy in copies { copy.deallocate() } }
        patterns = tenon_patterns_make(
            copies.map { UnsafePointer($0) }, forms.map(\.1.count), forms.count)
    }

    deinit { if let patterns { tenon_patterns_release(patterns) } }

    /// Tells each place of each marker, and what it is counted as.
    func find(in window: UnsafeBufferPointer<UInt8>, _ tell: (String, Int) -> Void) {
        guard let patterns else { return }
        var offset = 0
        var which = -1
        while tenon_patterns_find(patterns, window.baseAddress, window.count, &offset, &which) == 1
        {
            tell(kinds[which], offset)
        }
    }
}
