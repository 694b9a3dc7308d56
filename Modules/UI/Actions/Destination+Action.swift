extension Destination {
    /// Going there as an action of the application, which gets its key by the same rules.
    package var action: Action {
        Action(
            id: id, title: title, help: help, scope: .application, shortcut: shortcut,
            accelerator: accelerator)
    }
}
