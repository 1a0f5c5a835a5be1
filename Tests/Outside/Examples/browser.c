// SPDX-License-Identifier: MIT
// The list of a file manager with GTK 3: icon, name, description and application of each file of a directory.
// A double click opens a file, a right click shows "Open with" and the actions of the application, and what is
// installed or chosen meanwhile shows at once.
//   cc browser.c $(pkg-config --cflags --libs gtk+-3.0 gio-unix-2.0 typeregistry) -o browser
//   ./browser DIRECTORY | ./browser --picture FILE.png DIRECTORY

#include <glib-unix.h>
#include <gtk/gtk.h>
#include <string.h>
#include <typeregistry.h>

enum { ICON, NAME, DESCRIPTION, APPLICATION_ICON, APPLICATION, BUNDLE, PATH, COLUMNS };

static tr_registry *registry;
static GtkListStore *store;
static const char *directory;

static void complain(const char *about, int code) { g_printerr("%s: %s\n", about, tr_message(code)); }

// The paths of the files of the directory, each ending in a NUL, in the order of their names.
static GString *paths_of_directory(void) {
  GDir *open = g_dir_open(directory, 0, NULL);
  GList *names = NULL;
  for (const char *name; open && (name = g_dir_read_name(open));)
    if (name[0] != '.') names = g_list_insert_sorted(names, g_strdup(name), (GCompareFunc)strcmp);
  GString *paths = g_string_new(NULL);
  for (GList *name = names; name; name = name->next) {
    g_string_append_printf(paths, "%s/%s", directory, (char *)name->data);
    g_string_append_c(paths, '\0');
  }
  g_list_free_full(names, g_free);
  if (open) g_dir_close(open);
  return paths;
}

// All names of a type's icon: each theme has one of them.
static GIcon *icon_of(tr_type type) {
  const char *names[64];
  size_t count = 0;
  tr_icon_names(registry, type, names, 64, &count);
  return g_themed_icon_new_from_names((char **)names, (int)MIN(count, 64));
}

// Everything that the list shows, in one call.
static void fill(void) {
  GString *paths = paths_of_directory();
  size_t count = 0;
  tr_look_at_files(registry, paths->str, paths->len, NULL, NULL, 0, &count);
  tr_file *files = g_new0(tr_file, count + 1);
  int code = tr_look_at_files(registry, paths->str, paths->len, NULL, files, count, &count);
  if (code != TR_OK) complain(directory, code);
  gtk_list_store_clear(store);
  const char *path = paths->str;
  for (size_t i = 0; i < count; i++, path += strlen(path) + 1) {
    if (files[i].type == 0) continue;  // It was removed meanwhile.
    const tr_handler *handler = &files[i].handler;
    char *name = g_filename_display_basename(path);
    GIcon *icon = icon_of(files[i].type);
    GIcon *own = handler->icon ? g_icon_new_for_string(handler->icon, NULL) : NULL;
    gtk_list_store_insert_with_values(store, NULL, -1, ICON, icon, NAME, name, DESCRIPTION,
                                      files[i].description, APPLICATION_ICON, own, APPLICATION,
                                      handler->name, BUNDLE, handler->bundle, PATH, path, -1);
    g_clear_object(&own);
    g_object_unref(icon);
    g_free(name);
  }
  g_free(files);
  g_string_free(paths, TRUE);
}

// Starts an application with a file, in its directory, with a token for the focus.
static void open_with(const char *bundle, const char *action, const char *path) {
  tr_launch *launches;
  size_t count;
  int code = tr_prepare_launch(registry, bundle, action, path, strlen(path), &launches, &count);
  if (code != TR_OK) {
    complain(path, code);
    return;
  }
  GdkAppLaunchContext *context = gdk_display_get_app_launch_context(gdk_display_get_default());
  for (size_t i = 0; i < count; i++) {
    char **words = (char **)launches[i].arguments, **environment = g_get_environ();
    GAppInfo *info = g_app_info_create_from_commandline(
        words[0], bundle, G_APP_INFO_CREATE_SUPPORTS_STARTUP_NOTIFICATION, NULL);
    char *token = g_app_launch_context_get_startup_notify_id(G_APP_LAUNCH_CONTEXT(context), info, NULL);
    for (const char *const *name = launches[i].token_variables; *name; name++)
      environment = token ? g_environ_setenv(environment, *name, token, TRUE)
                          : g_environ_unsetenv(environment, *name);
    GError *error = NULL;
    if (!g_spawn_async(launches[i].directory, words, environment, 0, NULL, NULL, NULL, &error))
      g_printerr("%s: %s\n", words[0], error->message);
    g_clear_error(&error);
    g_free(token);
    g_clear_object(&info);
    g_strfreev(environment);
  }
  g_object_unref(context);
  tr_free(launches);
}

static char *text_at(GtkTreePath *row, int column) {
  GtkTreeIter iterator;
  char *text = NULL;
  if (gtk_tree_model_get_iter(GTK_TREE_MODEL(store), &iterator, row))
    gtk_tree_model_get(GTK_TREE_MODEL(store), &iterator, column, &text, -1);
  return text;
}

static void activated(GtkTreeView *view, GtkTreePath *row, GtkTreeViewColumn *column, void *unused) {
  (void)view, (void)column, (void)unused;
  char *bundle = text_at(row, BUNDLE), *path = text_at(row, PATH);
  if (bundle) open_with(bundle, NULL, path);
  g_free(bundle);
  g_free(path);
}

static void chosen(GtkMenuItem *item, void *unused) {
  (void)unused;
  open_with(g_object_get_data(G_OBJECT(item), "bundle"), g_object_get_data(G_OBJECT(item), "action"),
            g_object_get_data(G_OBJECT(item), "path"));
}

static void add(GtkWidget *menu, const char *label, const char *bundle, const char *action, const char *path) {
  GtkWidget *item = gtk_menu_item_new_with_label(label);
  // The texts of the registry live as long as it is open.
  g_object_set_data(G_OBJECT(item), "bundle", (void *)bundle);
  g_object_set_data(G_OBJECT(item), "action", (void *)action);
  g_object_set_data_full(G_OBJECT(item), "path", g_strdup(path), g_free);
  g_signal_connect(item, "activate", G_CALLBACK(chosen), NULL);
  gtk_menu_shell_append(GTK_MENU_SHELL(menu), item);
}

// The actions of the default application, then "Open with".
static gboolean pressed(GtkTreeView *view, GdkEventButton *event, void *unused) {
  (void)unused;
  GtkTreePath *row;
  if (event->button != GDK_BUTTON_SECONDARY ||
      !gtk_tree_view_get_path_at_pos(view, (int)event->x, (int)event->y, &row, NULL, NULL, NULL))
    return FALSE;
  char *path = text_at(row, PATH);
  GtkWidget *menu = gtk_menu_new();
  tr_handler handlers[32];
  tr_action actions[16];
  size_t count = 0, found = 0;
  tr_refresh(registry, NULL);
  tr_handlers_of_file(registry, path, NULL, handlers, 32, &count);
  if (count > 0) tr_actions(registry, handlers[0].bundle, NULL, actions, 16, &found);
  for (size_t i = 0; i < MIN(found, 16); i++)
    add(menu, actions[i].name, handlers[0].bundle, actions[i].identifier, path);
  for (size_t i = 0; i < MIN(count, 32); i++) {
    char *label = g_strdup_printf("Open with %s", handlers[i].name);
    add(menu, label, handlers[i].bundle, NULL, path);
    g_free(label);
  }
  gtk_widget_show_all(menu);
  gtk_menu_attach_to_widget(GTK_MENU(menu), GTK_WIDGET(view), NULL);
  gtk_menu_popup_at_pointer(GTK_MENU(menu), (GdkEvent *)event);
  g_free(path);
  gtk_tree_path_free(row);
  return TRUE;
}

static gboolean changed(int descriptor, GIOCondition condition, void *unused) {
  (void)descriptor, (void)condition, (void)unused;
  int is_changed = 0;
  // It wakes up for more than what changes an answer.
  if (tr_refresh(registry, &is_changed) == TR_OK && is_changed) fill();
  return G_SOURCE_CONTINUE;
}

static void add_column(GtkTreeView *view, const char *title, int icon, int text) {
  GtkTreeViewColumn *column = gtk_tree_view_column_new();
  GtkCellRenderer *picture = gtk_cell_renderer_pixbuf_new(), *words = gtk_cell_renderer_text_new();
  gtk_tree_view_column_set_title(column, title);
  if (icon >= 0) {
    gtk_tree_view_column_pack_start(column, picture, FALSE);
    gtk_tree_view_column_add_attribute(column, picture, "gicon", icon);
  }
  gtk_tree_view_column_pack_start(column, words, TRUE);
  gtk_tree_view_column_add_attribute(column, words, "text", text);
  gtk_tree_view_append_column(view, column);
}

static gboolean print_row(GtkTreeModel *model, GtkTreePath *row, GtkTreeIter *iterator, void *unused) {
  (void)row, (void)unused;
  char *name, *description, *application;
  gtk_tree_model_get(model, iterator, NAME, &name, DESCRIPTION, &description, APPLICATION, &application, -1);
  g_print("%s\t%s\t%s\n", name, description ? description : "-", application ? application : "-");
  g_free(name), g_free(description), g_free(application);
  return FALSE;
}

// Prints the list, draws the window to a file, and ends the program.
static gboolean draw(void *window) {
  const char *file = g_object_get_data(G_OBJECT(window), "picture");
  int width = gtk_widget_get_allocated_width(window), height = gtk_widget_get_allocated_height(window);
  GdkPixbuf *picture = gdk_pixbuf_get_from_window(gtk_widget_get_window(window), 0, 0, width, height);
  if (!picture || !gdk_pixbuf_save(picture, file, "png", NULL, NULL)) g_printerr("%s: not written\n", file);
  g_clear_object(&picture);
  gtk_tree_model_foreach(GTK_TREE_MODEL(store), print_row, NULL);
  gtk_main_quit();
  return G_SOURCE_REMOVE;
}

int main(int count, char **words) {
  gtk_init(&count, &words);
  gboolean is_picture = count == 4 && strcmp(words[1], "--picture") == 0;
  if (count != 2 && !is_picture) return g_printerr("%s [--picture FILE.png] DIRECTORY\n", words[0]), 2;
  int code = tr_open(&registry), descriptor;
  if (code != TR_OK) {
    complain(words[0], code);
    return 1;
  }
  directory = g_canonicalize_filename(words[count - 1], NULL);
  store = gtk_list_store_new(COLUMNS, G_TYPE_ICON, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_ICON, G_TYPE_STRING,
                             G_TYPE_STRING, G_TYPE_STRING);
  fill();
  if (tr_watch(registry, &descriptor) == TR_OK) g_unix_fd_add(descriptor, G_IO_IN, changed, NULL);

  GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL), *scrolled = gtk_scrolled_window_new(NULL, NULL);
  GtkWidget *view = gtk_tree_view_new_with_model(GTK_TREE_MODEL(store));
  add_column(GTK_TREE_VIEW(view), "Name", ICON, NAME);
  add_column(GTK_TREE_VIEW(view), "Kind", -1, DESCRIPTION);
  add_column(GTK_TREE_VIEW(view), "Opens with", APPLICATION_ICON, APPLICATION);
  g_signal_connect(view, "row-activated", G_CALLBACK(activated), NULL);
  g_signal_connect(view, "button-press-event", G_CALLBACK(pressed), NULL);
  g_signal_connect(window, "destroy", G_CALLBACK(gtk_main_quit), NULL);
  gtk_window_set_title(GTK_WINDOW(window), directory);
  gtk_window_set_default_size(GTK_WINDOW(window), 640, 480);
  gtk_container_add(GTK_CONTAINER(scrolled), view);
  gtk_container_add(GTK_CONTAINER(window), scrolled);
  gtk_widget_show_all(window);
  if (is_picture) {
    g_object_set_data(G_OBJECT(window), "picture", words[2]);
    g_timeout_add(500, draw, window);
  }
  gtk_main();
  return tr_close(registry) == TR_OK ? 0 : 1;
}
