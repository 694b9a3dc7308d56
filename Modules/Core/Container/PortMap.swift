/// Something for every port: an array by slot, since slots are small numbers.
struct PortMap<Element: Sendable>: Sendable {
    private let absent: Element
    private var elements: [Element] = []

    /// Makes a map in which every port has the same element.
    init(absent: Element) { self.absent = absent }

    /// What there is for a port.
    subscript(port: AnyPort) -> Element {
        get { port.slot < elements.count ? elements[port.slot] : absent }
        _modify {
            if port.slot >= elements.count {
                let missing = port.slot + 1 - elements.count
                elements.append(contentsOf: repeatElement(absent, count: missing))
            }
            yield &elements[port.slot]
        }
    }
}
