package import TenonCore
package import WalletVault

/// An item that several machines changed, none of which knew of the others.
package struct SyncConflict: Sendable, Equatable {
    /// A part of the item with several values.
    package struct Part: Sendable, Equatable {
        /// The part.
        package let field: ItemField
        /// What it is called.
        package let name: Sentence
        /// Whether its values are shown only on request.
        package let isConcealed: Bool
        /// The values, the one that counts now first.
        package let values: [Value]

        /// Describes a part.
        package init(field: ItemField, name: Sentence, isConcealed: Bool, values: [Value]) {
            self.field = field
            self.name = name
            self.isConcealed = isConcealed
            self.values = values
        }
    }

    /// One of several values.
    package struct Value: Sendable, Equatable {
        /// The value.
        package let text: SecretText
        /// The machine that it was set on.
        package let device: DeviceID
        /// What people call that machine.
        package let deviceName: String
        /// When it was set.
        package let time: Timestamp

        /// Describes a value.
        package init(text: SecretText, device: DeviceID, deviceName: String, time: Timestamp) {
            self.text = text
            self.device = device
            self.deviceName = deviceName
            self.time = time
        }
    }

    /// The item.
    package let item: ItemID
    /// Its title.
    package let title: String
    /// Whether it is back after a deletion, because another machine changed it meanwhile.
    package let isBack: Bool
    /// The parts with several values.
    package let parts: [Part]

    /// Describes a conflict.
    package init(item: ItemID, title: String, isBack: Bool, parts: [Part]) {
        self.item = item
        self.title = title
        self.isBack = isBack
        self.parts = parts
    }
}

/// What a person decides about a conflict: whose values stay, in each part that this machine has
/// set.
///
/// The machine is named, since a position in a list may mean another value once the list has
/// changed.
package struct SyncDecision: Sendable, Equatable {
    /// The item.
    package let item: ItemID
    /// The machine; `nil` keeps an item that is back, with the values that count now.
    package let device: DeviceID?

    /// Makes a decision.
    package init(item: ItemID, device: DeviceID?) {
        self.item = item
        self.device = device
    }
}
