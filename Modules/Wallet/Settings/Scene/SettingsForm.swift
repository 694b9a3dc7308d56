import TenonUI

/// The fields of the settings, and what their values mean.
struct SettingsForm {
    private static let systemLanguage = "system"

    let settings: WalletSettings
    let localizer: Localizer

    /// The field for one of the settings.
    func field(_ item: SettingsItem) -> Field {
        switch item {
        case .autoLock:
            choice(
                item, .autoLock, .autoLockHelp, "\(settings.autoLockMinutes)",
                options(WalletSettings.autoLockChoices, settings.autoLockMinutes, autoLock))
        case .clipboardTime:
            choice(
                item, .clipboardTime, nil, "\(settings.clipboardSeconds)",
                options(WalletSettings.clipboardChoices, settings.clipboardSeconds, seconds))
        case .listOrder:
            choice(
                item, .listOrder, nil, settings.listOrder.rawValue,
                WalletSettings.ListOrder.allCases.map {
                    Field.Option(id: $0.rawValue, title: text(of: $0))
                })
        case .language:
            choice(
                item, .language, nil,
                settings.language.isEmpty ? Self.systemLanguage : settings.language, languages)
        case .theme:
            choice(
                item, .theme, .themeHelp, settings.theme.rawValue,
                Theme.Scheme.allCases.map { Field.Option(id: $0.rawValue, title: text(of: $0)) })
        case .reprompt:
            Field(
                item, label: localizer(SettingsText.reprompt),
                help: localizer(SettingsText.repromptHelp),
                kind: .toggle(settings.asksBeforeRevealing))
        case .attachmentLimit:
            choice(
                item, .attachmentLimit, .attachmentLimitHelp, "\(settings.attachmentMegabytes)",
                options(WalletSettings.attachmentChoices, settings.attachmentMegabytes) {
                    localizer(SettingsText.megabytes, ["size": localizer.number($0)])
                })
        }
    }

    /// The present value of one of the settings in words.
    func value(of item: SettingsItem) -> String {
        switch field(item).kind {
        case .choice(let id, let options): options.first { $0.id == id }?.title ?? id
        case .toggle(let isOn): localizer(isOn ? UIText.on : .off)
        case .text, .secret, .number, .date, .month, .choices, .tokens, .file: ""
        }
    }

    /// Changes settings by the fields; invalid values change nothing.
    static func apply(_ fields: [SettingsItem: FieldValue], to settings: inout WalletSettings) {
        for (item, value) in fields {
            switch (item, value) {
            case (.autoLock, .text(let text)):
                settings.autoLockMinutes = Int(text) ?? settings.autoLockMinutes
            case (.clipboardTime, .text(let text)):
                settings.clipboardSeconds = Int(text) ?? settings.clipboardSeconds
            case (.listOrder, .text(let text)):
                settings.listOrder = .init(rawValue: text) ?? settings.listOrder
            case (.language, .text(let text)):
                settings.language = text == systemLanguage ? "" : text
            case (.theme, .text(let text)):
                settings.theme = .init(rawValue: text) ?? settings.theme
            case (.reprompt, .toggle(let isOn)):
                settings.asksBeforeRevealing = isOn
            case (.attachmentLimit, .text(let text)):
                settings.attachmentMegabytes = Int(text) ?? settings.attachmentMegabytes
            default:
                continue
            }
        }
    }

    private func choice(
        _ item: SettingsItem, _ label: SettingsText, _ help: SettingsText?, _ value: String,
        _ options: [Field.Option]
    ) -> Field {
        Field(
            item, label: localizer(label), help: help.map { localizer($0) } ?? "",
            kind: .choice(value, options: options))
    }

    /// The numbers that are offered, and the present one when it is not among them.
    private func options(
        _ numbers: [Int], _ present: Int, _ title: (Int) -> String
    ) -> [Field.Option] {
        (numbers + (numbers.contains(present) ? [] : [present])).map {
            Field.Option(id: "\($0)", title: title($0))
        }
    }

    private func autoLock(_ minutes: Int) -> String {
        switch minutes {
        case 0: localizer(SettingsText.never)
        case let minutes where minutes % 60 == 0:
            localizer(SettingsText.hours, count: minutes / 60)
        default: localizer(SettingsText.minutes, count: minutes)
        }
    }

    private func seconds(_ seconds: Int) -> String {
        localizer(SettingsText.seconds, count: seconds)
    }

    private func text(of order: WalletSettings.ListOrder) -> String {
        switch order {
        case .title: localizer(SettingsText.orderTitle)
        case .recent: localizer(SettingsText.orderRecent)
        }
    }

    private func text(of scheme: Theme.Scheme) -> String {
        switch scheme {
        case .system: localizer(SettingsText.system)
        case .light: localizer(SettingsText.themeLight)
        case .dark: localizer(SettingsText.themeDark)
        }
    }

    /// Each language by its own name, so that its speakers find it.
    private var languages: [Field.Option] {
        let known = localizer.languages.map { Field.Option(id: $0.tag, title: $0.name) }
        let present = settings.language
        let isKnown = present.isEmpty || known.contains { $0.id == present }
        return [Field.Option(id: Self.systemLanguage, title: localizer(SettingsText.system))]
            + known
            + (isKnown ? [] : [Field.Option(id: present, title: present)])
    }
}
