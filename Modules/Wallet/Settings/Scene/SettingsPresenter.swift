import TenonCore
import TenonUI

/// The screen with the settings.
struct SettingsPresenter: Presenter {
    enum Command: String { case save, setAside = "set-aside" }
    typealias FieldName = SettingsItem

    let fixed: [SettingsItem: SettingOrigin]
    let links: [FeatureLink]
    let localizer: Localizer

    func screen(for state: SettingsInteractor.State) -> Screen {
        Screen(
            location: SettingsRoute.settings.location(), title: localizer(SettingsText.title),
            summary: localizer(SettingsText.summary), phase: .ready, blocks: blocks(state),
            actions: actions(state))
    }

    private func blocks(_ state: SettingsInteractor.State) -> [Block] {
        var blocks: [Block] = []
        if let problem = state.unreadable {
            blocks.append(.text(TextBlock(problem, localizer, tone: .caution)))
        }
        if let problem = state.problem, problem != state.unreadable {
            blocks.append(.text(TextBlock(problem, localizer)))
        }
        let form = SettingsForm(settings: state.settings, localizer: localizer)
        let open = SettingsItem.allCases.filter { fixed[$0] == nil }
        if !open.isEmpty {
            blocks.append(
                .form(
                    FormBlock(
                        id: "settings", fields: open.map(form.field),
                        actions: [
                            Action(
                                Command.save, title: localizer(UIText.save), role: .primary,
                                accelerator: .save)
                        ])))
        }
        return blocks + fixedBlocks(form)
    }

    /// What flags, variables and files decide: shown with where it is from, and not to be changed.
    private func fixedBlocks(_ form: SettingsForm) -> [Block] {
        let facts = SettingsItem.allCases.compactMap { item in
            fixed[item].map { origin in
                Fact(
                    id: item.rawValue, label: form.field(item).label,
                    value: .text(
                        localizer(
                            SettingsText.fixedValue,
                            ["value": form.value(of: item), "origin": text(of: origin)])))
            }
        }
        guard !facts.isEmpty else { return [] }
        return [
            .facts(FactsBlock(id: "fixed", title: localizer(SettingsText.fixedTitle), facts: facts))
        ]
    }

    private func actions(_ state: SettingsInteractor.State) -> [Action] {
        let setAside =
            state.unreadable == nil
            ? []
            : [
                Action(
                    Command.setAside, title: localizer(SettingsText.setAside),
                    help: localizer(SettingsText.setAsideHelp))
            ]
        return setAside + links.map { $0.action(localizer) }
    }

    private func text(of origin: SettingOrigin) -> String {
        switch origin {
        case .flag: localizer(SettingsText.fromFlag)
        case .environment(let name): localizer(SettingsText.fromEnvironment, ["name": name])
        case .file(let place): localizer(SettingsText.fromFile, ["place": "\(place)"])
        case .flavour, .standard, .nothing: ""
        }
    }
}

extension SceneDefinition {
    /// The settings.
    static func settings(_ preferences: Preferences) throws -> SceneDefinition {
        try SceneDefinition(SettingsRoute.settings) { context in
            let links = context.ports[.settingsLinks]
            return InteractiveScene(
                SettingsInteractor(
                    preferences: preferences, notices: try context.ports[.notices],
                    localizer: context.localizer, navigator: context.navigator),
                presenter: SettingsPresenter(
                    fixed: preferences.fixed, links: links, localizer: context.localizer),
                context: context
            ) { input, _ in
                switch input {
                case .appear: .refresh
                case .act(.save, let act): .save(act.fields)
                case .act(.setAside, _): .setAside
                case .other(let id, _): links.location(of: id).map { .open($0) }
                case .edit, .search, .filter, .window, .reading, .disappear, .back: nil
                }
            }
        }
    }
}
