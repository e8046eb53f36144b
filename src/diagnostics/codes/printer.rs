//! 0950–0979: printers, and reprints of changed faces.

super::codes! {
    SETTINGS = 950, "settings that cannot be used",
"The file of your own settings, `cardwright/settings.toml` in the folder where your system keeps such files, cannot be read or says
something that is not understood. It holds for each printer how far its backs are moved, and is written by
`cardwright print calibration --printer NAME --offset 0.5,-0.3`.

Wrong:
```toml
[printers.office]
back = 0.5
```
Right:
```toml
[printers.office]
back = [0.5, -0.3]
```";

    UNKNOWN_PRINTER = 951, "printer that nothing is saved of",
"`--printer` names a printer whose backs were never measured. Print `cardwright print calibration` on both sides of a sheet, read
how far the back is off, and save it.

Wrong, before anything was saved:
```text
cardwright print my-game --printer office
```
Right:
```text
cardwright print calibration --printer office --offset 0.5,-0.3
cardwright print my-game --printer office
```";

    REVISION = 952, "state of a package that cannot be had",
"`--changed-since` compares with another state of the package: a folder, or a revision of the repository that the package is in. The
folder has no `game.toml`, there is no git, the package is in no repository, or git does not know the revision.

Wrong, where no tag is called so:
```text
cardwright print my-game --changed-since last-week
```
Right:
```text
cardwright print my-game --changed-since HEAD~3
```";
}
