/// Something for every port: an array by slot, since slots are small numbers.
@usableFromInline
struct PortMap<Element: Sendable>: Sendable {
    @usableFromInline let absent: Element
    @usableFromInline var elements: [Element] = []

    /// Makes a map in which every port has the same element.
    init(absent: Element) { self.absent = absent }

    /// The element of a port.
    @usableFromInline subscript(port: AnyPort) -> Element {
        @inlinable get { port.slot < elements.count ? elements[port.slot] : absent }
        _modify {
            if port.slot >= elements.count {
                let missing = port.slot + 1 - elements.count
                elements.append(contentsOf: repeatElement(absent, count: missing))
            }
            yield &elements[port.slot]
        }
    }
}
