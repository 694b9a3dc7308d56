import TenonUI
import TenonWeb
import Testing

@Suite("The drawings of pages")
struct DrawingTests {
    @Test("are there for every icon, and none is there for nothing")
    func all() {
        let icons = Set(Icon.allCases.map(\.rawValue))
        let own = Set(PageIcon.allCases.map(\.rawValue))
        #expect(icons.isDisjoint(with: own))
        #expect(Drawing.names == icons.union(own))
    }
}
