import TenonCore
import TenonUI

/// A list from which several rows can be chosen, and which filters narrow.
enum SelectingSample {
    private struct Parcel: Sendable, Equatable {
        let name: String
        let size: String
        let stamp: String
    }

    private struct State: Equatable {
        var parcels = [
            Parcel(name: "Anvil", size: "large", stamp: "red"),
            Parcel(name: "Basket", size: "small", stamp: "red"),
            Parcel(name: "Candle", size: "small", stamp: "blue"),
            Parcel(name: "Drum", size: "large", stamp: "green"),
            Parcel(name: "Easel", size: "large", stamp: "grey"),
        ]
        var sizes: [String] = []
        var stamps: [String] = []
        var last = "Nothing was sent."

        func shown(size: Bool = true, stamp: Bool = true) -> [Parcel] {
            parcels.filter { parcel in
                (!size || sizes.isEmpty || sizes.contains(parcel.size))
                    && (!stamp || stamps.isEmpty || stamps.contains(parcel.stamp))
            }
        }
    }

    static let sample = Sample("selecting", state: State()) { state in
        .sample(
            "selecting", "Parcels to send",
            blocks: [.text(TextBlock(state.last))]
                + [Block].list(
                    ListBlock(
                        id: "parcels", title: "Parcels", rows: state.shown().map(row),
                        selection: ListSelection(actions: actions, fixed: ["Easel"]))),
            filters: [size(state), stamp(state)])
    } respond: { input, _, _ in
        switch input {
        case .actOnRows("send", let rows, _):
            return .just { $0.last = "Sent: \(rows.sorted().joined(separator: " and "))." }
        case .actOnRows("burn", let rows, _):
            return .just { state in
                state.parcels.removeAll { rows.contains($0.name) }
                state.last = "Burnt: \(rows.count)."
            }
        case .filter("size", let options): return .just { $0.sizes = options }
        case .filter("stamp", let options): return .just { $0.stamps = options }
        default: return nil
        }
    }

    private static let actions = [
        Action(id: "send", title: "Send them off", scope: .selection, icon: .exporting),
        Action(
            id: "burn", title: "Burn them", scope: .selection, role: .destructive,
            confirmation: Confirmation(
                title: "Burn the parcels?", message: "Only ashes are left.",
                confirmTitle: "Burn now"), icon: .trash),
    ]

    private static func row(_ parcel: Parcel) -> Row {
        Row(
            id: parcel.name, title: parcel.name, subtitle: "A \(parcel.size) parcel",
            icon: .attachment,
            actions: [
                Action(id: "weigh", title: "Weigh", scope: .row, role: .primary),
                Action(id: "copy", title: "Copy the address", scope: .row, icon: .copy),
            ])
    }

    private static func size(_ state: State) -> Filter {
        Filter(
            id: "size", title: "Size",
            options: ["small", "large"].map { size in
                Filter.Option(
                    id: size, title: "Only \(size)",
                    count: state.shown(size: false).count { $0.size == size })
            }, chosen: state.sizes)
    }

    /// So many options that a menu has room for them, not a row of buttons.
    private static func stamp(_ state: State) -> Filter {
        Filter(
            id: "stamp", title: "Stamp",
            options: ["red", "blue", "green", "grey", "pink", "gold"].map { stamp in
                Filter.Option(
                    id: stamp, title: "In \(stamp)",
                    count: state.shown(stamp: false).count { $0.stamp == stamp })
            }, chosen: state.stamps, takesSeveral: true)
    }
}
