extension Destination {
    /// Going there as an action of the application, so that both get their keys by the same rules.
    package var action: Action {
        Action(id: id, title: title, help: help, scope: .application, shortcut: shortcut)
    }
}
