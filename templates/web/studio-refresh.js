// When a view loads what it shows: at once while it is seen, else as soon as it is seen again.

export class Refresh {
  constructor(context, load) {
    this.context = context;
    this.load = load;
    // What the view shows may be old, or has never been loaded.
    this.isStale = true;
  }

  changed() {
    if (this.context.isVisible()) this.load();
    else this.isStale = true;
  }

  shown() {
    if (this.isStale) this.load();
  }
}
