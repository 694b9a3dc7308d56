import TenonCore
import TenonUI
import WalletSync

/// The names of the fields by which a machine begins to keep the vault.
enum MachineField: String {
    case place, name, code, passphrase, newPassphrase, repetition, sheet
}

/// Where the data is kept, and what this machine is called, as a person typed them.
struct MachineForm: Sendable, Equatable {
    /// The whole path of a folder, or the address of a server.
    private(set) var place = ""
    private(set) var name = HostName.current
    /// Whether a person has tried to go on with it, and is told what is wrong.
    private var isChecked = false
    /// Whether nothing has to be said about the place.
    let isPlaceOptional: Bool

    init(isPlaceOptional: Bool) { self.isPlaceOptional = isPlaceOptional }

    /// Takes the values that a person entered; others stay.
    mutating func take(_ fields: [MachineField: FieldValue]) {
        place = fields.text(.place)?.trimmed ?? place
        name = fields.text(.name)?.trimmed ?? name
        isChecked = true
    }

    /// The address of the place; `nil` when none was given, or only a part of one.
    var address: String? {
        if SyncPlaces.isServer(place) { return place }
        let path = FieldReading.path(place)
        return path.hasPrefix("/") ? path : nil
    }

    private var isPlaceWrong: Bool {
        address == nil && !(isPlaceOptional && place.isEmpty)
    }

    private var isNameWrong: Bool {
        name.isEmpty || name.utf8.count > HostName.limit || HarmlessText.isNeeded(for: name)
    }

    /// Whether something can be begun with it.
    var isAcceptable: Bool { !isPlaceWrong && !isNameWrong }

    /// The field for the place.
    func placeField(_ label: SyncText, help: SyncText, _ localizer: Localizer) -> Field {
        Field(
            text: MachineField.place, label: localizer(label), help: localizer(help), value: place,
            isRequired: !isPlaceOptional,
            problem: isChecked && isPlaceWrong ? localizer(SyncText.placeProblem) : nil)
    }

    /// The field for the name.
    func nameField(_ localizer: Localizer) -> Field {
        Field(
            text: MachineField.name, label: localizer(SyncText.name),
            help: localizer(SyncText.nameHelp), value: name, isRequired: true,
            problem: isChecked && isNameWrong ? localizer(SyncText.nameProblem) : nil)
    }
}

extension Field {
    /// The field for the passphrase of the vault.
    ///
    /// - Parameter problem: What is wrong with what was typed.
    static func passphrase(
        help: String = "", problem: String?, _ localizer: Localizer
    ) -> Field {
        Field(
            MachineField.passphrase, label: localizer(SyncText.passphrase), help: help,
            kind: .secret(isSet: false), isRequired: true, problem: problem,
            autofill: .currentPassword)
    }
}

extension Localizer {
    /// What is said of a field that was left out.
    func missing(_ isMissing: Bool) -> String? { isMissing ? self(SyncText.missing) : nil }
}
