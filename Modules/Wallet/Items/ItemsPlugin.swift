package import TenonCore
import TenonUI
import WalletSettings
import WalletVault

/// Items of all kinds: list, search, detail, form, tags, trash.
package enum ItemsPlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "wallet.items", version: "1.0.0",
        summary: "Lists, finds, shows, changes and deletes items of the vault")

    package static func register(in registrar: inout Registrar) {
        registrar.require(.confirmations, .notices, .prompts, .preferences)
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        registrar.contribute(
            .scenes, using: .vault, .itemKinds, .clipboard, .links, .clock, .files, .itemHealth,
            .itemFileLinks
        ) { vault, itemKinds, clipboard, links, clock, files, health, fileLinks in
            let services = ItemServices(
                vault: vault, kinds: ItemKinds(all: itemKinds), clipboard: clipboard, links: links,
                clock: clock, files: files, health: health, fileLinks: fileLinks)
            let lists = [
                try SceneDefinition.itemList(.all, at: ItemsRoute.list, services),
                try .itemList(.favorites, at: ItemsRoute.favorites, services),
                try .itemsWithTag(services),
                try .tags(services), try .trash(services), try .newItem(services.kinds),
            ]
            return try services.kinds.all.reduce(into: lists) { scenes, kind in
                scenes += [
                    try .itemList(
                        .kind(kind.kind), at: ItemsRoute.list(of: kind.kind), services),
                    try .itemDetail(kind, services),
                    try .newItem(kind, services), try .editItem(kind, services),
                ]
            }
        }
        registrar.contribute(.coordinators) { [ItemsCoordinator()] }
        registrar.provide(.itemCounts, using: .vault) { ItemCounts(of: $0) }
        registrar.provide(.itemAdditions, .session) { Broadcast<Void>() }
        registrar.contribute(
            .destinations, priority: 100, using: .itemKinds, AnyPort.itemCounts
        ) { itemKinds, counts in
            let kinds = ItemKinds(all: itemKinds).all.map { kind in
                counted(counts, { $0.byKind[kind.kind] }) { localizer in
                    let names = kind.names(localizer)
                    return Destination(
                        ItemsRoute.list(of: kind.kind).location(), title: names.many,
                        icon: kind.kind.icon, shortcut: names.shortcut)
                }
            }
            return [
                counted(counts, \.all) { localizer in
                    Destination(
                        ItemsRoute.list.location(), title: localizer(ItemsText.listTitle),
                        icon: .list, shortcut: "i")
                },
                counted(counts, \.favorites) { localizer in
                    Destination(
                        ItemsRoute.favorites.location(), title: localizer(ItemsText.favorites),
                        icon: .star, shortcut: "v")
                },
            ] + kinds + [
                ApplicationDestination(
                    to: ItemsRoute.tags, ItemsText.tags, icon: .tag, shortcut: "g"),
                counted(counts, \.trashed) { localizer in
                    Destination(
                        ItemsRoute.trash.location(), title: localizer(ItemsText.trash),
                        icon: .trash, shortcut: "t")
                },
            ]
        }
    }
}

/// A destination that says how many items are there.
private func counted(
    _ counts: ItemCounts, _ count: @escaping @Sendable (VaultCounts) -> Int?,
    _ destination: @escaping @Sendable (Localizer) -> Destination
) -> ApplicationDestination {
    ApplicationDestination(changes: counts.changes) { localizer in
        var destination = destination(localizer)
        destination.count = counts.current.flatMap(count).flatMap { $0 > 0 ? $0 : nil }
        return destination
    }
}

extension AnyPort {
    static let itemCounts = Port<ItemCounts>("itemCounts", providers: ["WalletItems"])
    /// Tells that the person has added an item in the session.
    static let itemAdditions = Port<Broadcast<Void>>("itemAdditions", providers: ["WalletItems"])
}

extension ItemKind {
    /// The picture of one, and of the list of them.
    var icon: Icon? {
        switch self {
        case .login: .login
        case .card: .card
        case .note: .note
        case .identity: .identity
        case .bank: .bank
        case .wifi: .wifi
        case .licence: .licence
        case .sshKey: .key
        case .other: nil
        }
    }
}

@section("tenon_plugins") @used
let itemsPluginRecord: PluginRecord = (1, 0, { $0.store(ItemsPlugin.self) })
