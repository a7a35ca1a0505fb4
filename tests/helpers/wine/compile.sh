#!/bin/bash
# compile.sh FILE: what cc.exe (cc.c) asks for.  FILE has the compiler's arguments, a line each, with the paths of Windows.
# TBCAST_UNIX_CC is the compiler.
unset TMP TEMP # Windows' folders
exec </dev/null >/dev/null 2>&1
unix_paths="/[CcZz]:[\\\\/]/ { s,\\\\,/,g; s,[Zz]:/,/,g; s,[Cc]:/,$WINEPREFIX/drive_c/,g }"
file=$(sed "$unix_paths" <<<"$1")
mapfile -t words < <(sed "s/\r\$//; $unix_paths" "$file")
for word in "${words[@]}"; do
    case $word in @*) sed -i "$unix_paths" "${word#@}" ;; esac
done
read -ra compiler <<<"$TBCAST_UNIX_CC"
said=$("${compiler[@]}" "${words[@]}" 2>&1)
printf '%s\n%s' $? "$said" >"$file.part"
rm "$file"
mv "$file.part" "$file.done"
