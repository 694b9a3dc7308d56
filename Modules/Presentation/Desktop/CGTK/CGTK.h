// GTK 4 (libgtk-4-dev), and what of it Swift cannot call: functions of a variable number of arguments.
#ifndef TENON_CGTK_H
#define TENON_CGTK_H

// Newer API than Debian 12's is not used, and some that was deprecated since is still needed there.
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#define GDK_VERSION_MAX_ALLOWED GDK_VERSION_4_8

#include <gtk/gtk.h>
#ifdef GDK_WINDOWING_X11
// A screen is something else here.
#define Screen TenonXScreen
#include <gdk/x11/gdkx.h>
#undef Screen
#endif
#ifdef GDK_WINDOWING_WAYLAND
#include <gdk/wayland/gdkwayland.h>
#endif
#include <glib-unix.h>

/// The type, and the content, by which clipboard managers know a secret.
#define TENON_GTK_SECRET_HINT "x-kde-passwordManagerHint"
#define TENON_GTK_SECRET_HINT_CONTENT "secret"

/// A widget of a type, with a role for assistive technology that it keeps.
static inline GtkWidget *tenon_gtk_new(GType type, GtkAccessibleRole role) {
    return (GtkWidget *)g_object_new(type, "accessible-role", role, NULL);
}

/// A box that looks like an entry.
static inline GtkWidget *tenon_gtk_new_entry_frame(void) {
    return (GtkWidget *)g_object_new(GTK_TYPE_BOX, "css-name", "entry", NULL);
}

/// A dialog with a title and a message, neither of which is markup.
static inline GtkWidget *tenon_gtk_message_dialog(
    GtkWindow *parent, GtkMessageType type, const char *title, const char *message) {
    return (GtkWidget *)g_object_new(
        GTK_TYPE_MESSAGE_DIALOG, "transient-for", parent, "modal", TRUE, "destroy-with-parent",
        TRUE, "message-type", type, "text", title, "secondary-text", message, NULL);
}

#ifdef GDK_WINDOWING_X11
/// Whether a clipboard manager asks if what is on the clipboard is a secret.
static inline gboolean tenon_gtk_asks_for_hint(GdkDisplay *display, const XEvent *event) {
    return event->type == SelectionRequest && event->xselectionrequest.property != None &&
           event->xselectionrequest.target ==
               gdk_x11_get_xatom_by_name_for_display(display, TENON_GTK_SECRET_HINT) &&
           event->xselectionrequest.selection ==
               gdk_x11_get_xatom_by_name_for_display(display, "CLIPBOARD");
}

/// Keeps GDK from answering: it names the hint among what it offers, and refuses to deliver it,
/// since it has no slash and therefore is not a MIME type.
static inline gboolean tenon_gtk_before_event(
    GSignalInvocationHint *hint, guint count, const GValue *values, void *data) {
    GdkDisplay *display = (GdkDisplay *)g_value_get_object(&values[0]);
    (void)hint, (void)count, (void)data;
    if (tenon_gtk_asks_for_hint(display, (const XEvent *)g_value_get_pointer(&values[1])))
        g_signal_handlers_block_matched(
            display, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, gdk_display_get_clipboard(display));
    return TRUE;
}

/// Answers in its place.
static inline gboolean tenon_gtk_answer_hint(GdkDisplay *display, const XEvent *event, void *data) {
    const XSelectionRequestEvent *request = &event->xselectionrequest;
    (void)data;
    if (!tenon_gtk_asks_for_hint(display, event)) return FALSE;
    g_signal_handlers_unblock_matched(
        display, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, gdk_display_get_clipboard(display));
    XEvent answer = {.xselection = {
        .type = SelectionNotify, .requestor = request->requestor, .selection = request->selection,
        .target = request->target, .property = request->property, .time = request->time}};
    // Whoever asked may be gone.
    gdk_x11_display_error_trap_push(display);
    XChangeProperty(
        request->display, request->requestor, request->property, request->target, 8,
        PropModeReplace, (const unsigned char *)TENON_GTK_SECRET_HINT_CONTENT,
        sizeof TENON_GTK_SECRET_HINT_CONTENT - 1);
    XSendEvent(request->display, request->requestor, False, NoEventMask, &answer);
    gdk_x11_display_error_trap_pop_ignored(display);
    return TRUE;
}
#endif

/// Lets clipboard managers on X11 read that the clipboard holds a secret. On Wayland GDK offers them the
/// type, and delivers nothing of it.
static inline void tenon_gtk_answer_hints(GdkDisplay *display) {
#ifdef GDK_WINDOWING_X11
    if (!GDK_IS_X11_DISPLAY(display)) return;
    g_signal_add_emission_hook(
        g_signal_lookup("xevent", G_OBJECT_TYPE(display)), 0, tenon_gtk_before_event, NULL, NULL);
    g_signal_connect(display, "xevent", G_CALLBACK(tenon_gtk_answer_hint), NULL);
#else
    (void)display;
#endif
}

struct _XDisplay;

/// Calls a function that never returns when the connection to an X11 display is lost, on the thread that
/// finds it, in place of GDK's own.
static inline void tenon_gtk_when_x11_is_lost(int (*lost)(struct _XDisplay *display)) {
#ifdef GDK_WINDOWING_X11
    XSetIOErrorHandler(lost);
#else
    (void)lost;
#endif
}

/// Calls a function that never returns when the connection to a Wayland display is lost.
///
/// GDK looks at the connection in the same loop and asks nobody, so this source comes before its own. What
/// GDK sends in the moment of the loss still ends the process.
static inline void tenon_gtk_when_wayland_is_lost(GdkDisplay *display, GUnixFDSourceFunc lost) {
#ifdef GDK_WINDOWING_WAYLAND
    if (!GDK_IS_WAYLAND_DISPLAY(display)) return;
    int connection = wl_display_get_fd(gdk_wayland_display_get_wl_display(display));
    GSource *source = g_unix_fd_source_new(connection, (GIOCondition)(G_IO_HUP | G_IO_ERR));
    g_source_set_priority(source, G_PRIORITY_HIGH);
    g_source_set_callback(source, G_SOURCE_FUNC(lost), NULL, NULL);
    g_source_attach(source, NULL);
    g_source_unref(source);
#else
    (void)display, (void)lost;
#endif
}

static inline void tenon_gtk_set_bool(void *object, const char *property, gboolean value) {
    g_object_set(object, property, value, NULL);
}

static inline void tenon_gtk_set_int(void *object, const char *property, int value) {
    g_object_set(object, property, value, NULL);
}

static inline void tenon_gtk_set_text(void *object, const char *property, const char *value) {
    g_object_set(object, property, value, NULL);
}

/// An empty list of one column of texts.
static inline GtkListStore *tenon_gtk_list_of_texts(void) {
    return gtk_list_store_new(1, G_TYPE_STRING);
}

static inline void tenon_gtk_append(GtkListStore *list, const char *text) {
    gtk_list_store_insert_with_values(list, NULL, -1, 0, text, -1);
}

static inline void tenon_gtk_name(GtkWidget *widget, const char *text) {
    gtk_accessible_update_property(
        GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static inline void tenon_gtk_describe(GtkWidget *widget, const char *text) {
    gtk_accessible_update_property(
        GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static inline void tenon_gtk_heading_level(GtkWidget *widget, int level) {
    gtk_accessible_update_property(
        GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LEVEL, level, -1);
}

static inline void tenon_gtk_require(GtkWidget *widget, gboolean is_required) {
    gtk_accessible_update_property(
        GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_REQUIRED, is_required, -1);
}

static inline void tenon_gtk_mark_invalid(GtkWidget *widget, gboolean is_invalid) {
    gtk_accessible_update_state(
        GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_INVALID,
        is_invalid ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

static inline void tenon_gtk_select(GtkWidget *widget, gboolean is_selected) {
    gtk_accessible_update_state(
        GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_SELECTED, is_selected, -1);
}

static inline void tenon_gtk_label_by(GtkWidget *widget, GtkWidget *label) {
    gtk_accessible_update_relation(
        GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL, -1);
}

#endif
