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
        registrar.contribute(.scenes, using: .vault, .itemKinds, .clipboard, .links, .clock) {
            vault, itemKinds, clipboard, links, clock in
            let services = ItemServices(
                vault: vault, kinds: ItemKinds(all: itemKinds), clipboard: clipboard, links: links,
                clock: clock)
            let lists = [
                try SceneDefinition.itemList(.all, at: ItemsRoute.list, services),
                try .itemList(.favorites, at: ItemsRoute.favorites, services),
                try .itemsWithTag(services),
                try .tags(services), try .trash(services),
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
        registrar.contribute(.applicationActions, priority: 100, using: .itemKinds) { itemKinds in
            let kinds = ItemKinds(all: itemKinds)
            return [ApplicationAction(to: ItemsRoute.list, ItemsText.listTitle, shortcut: "i")]
                + kinds.all.map { kind in
                    let list = ItemsRoute.list(of: kind.kind).location()
                    return ApplicationAction(effect: .open(list)) { localizer in
                        let names = kind.names(localizer)
                        return Action(
                            id: list.description, title: names.many, scope: .application,
                            shortcut: names.shortcut)
                    }
                } + [
                    ApplicationAction(to: ItemsRoute.favorites, ItemsText.favorites, shortcut: "v"),
                    ApplicationAction(to: ItemsRoute.tags, ItemsText.tags, shortcut: "g"),
                    ApplicationAction(to: ItemsRoute.trash, ItemsText.trash, shortcut: "t"),
                ]
        }
    }
}

@section("tenon_plugins") @used
let itemsPluginRecord: PluginRecord = (1, 0, { $0.store(ItemsPlugin.self) })
